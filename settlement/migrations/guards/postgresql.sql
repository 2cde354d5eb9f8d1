-- The ledger's guards on PostgreSQL. Each refusal is an integrity violation whose text begins with "ledger:".

CREATE FUNCTION settlement_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'ledger:append_only (% on %)', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;

CREATE TRIGGER settlement_posting_kept BEFORE UPDATE OR DELETE ON settlement_posting
    FOR EACH ROW EXECUTE FUNCTION settlement_refuse();
CREATE TRIGGER settlement_posting_not_truncated BEFORE TRUNCATE ON settlement_posting
    FOR EACH STATEMENT EXECUTE FUNCTION settlement_refuse();
CREATE TRIGGER settlement_transfer_kept BEFORE UPDATE OR DELETE ON settlement_transfer
    FOR EACH ROW EXECUTE FUNCTION settlement_refuse();
CREATE TRIGGER settlement_transfer_not_truncated BEFORE TRUNCATE ON settlement_transfer
    FOR EACH STATEMENT EXECUTE FUNCTION settlement_refuse();
CREATE TRIGGER settlement_checkpoint_kept BEFORE UPDATE OR DELETE ON settlement_checkpoint
    FOR EACH ROW EXECUTE FUNCTION settlement_refuse();
CREATE TRIGGER settlement_checkpoint_not_truncated BEFORE TRUNCATE ON settlement_checkpoint
    FOR EACH STATEMENT EXECUTE FUNCTION settlement_refuse();
CREATE TRIGGER settlement_account_kept BEFORE UPDATE OR DELETE ON settlement_account
    FOR EACH ROW EXECUTE FUNCTION settlement_refuse();
CREATE TRIGGER settlement_account_not_truncated BEFORE TRUNCATE ON settlement_account
    FOR EACH STATEMENT EXECUTE FUNCTION settlement_refuse();
CREATE TRIGGER settlement_book_kept BEFORE DELETE ON settlement_book
    FOR EACH ROW EXECUTE FUNCTION settlement_refuse();
CREATE TRIGGER settlement_book_not_truncated BEFORE TRUNCATE ON settlement_book
    FOR EACH STATEMENT EXECUTE FUNCTION settlement_refuse();

-- A book begins empty. Its head moves only to the last posting that is there; its unit never changes.
CREATE FUNCTION settlement_book_checked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        IF NEW.last_seq <> 0 OR NEW.head_hash <> '' OR NEW.head_at IS NOT NULL THEN
            RAISE EXCEPTION 'ledger:book_head' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        RETURN NEW;
    END IF;
    IF NEW.id <> OLD.id OR NEW.unit <> OLD.unit OR NEW.created_at <> OLD.created_at THEN
        RAISE EXCEPTION 'ledger:book_unit' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF NEW.last_seq = OLD.last_seq AND NEW.head_hash = OLD.head_hash
       AND NEW.head_at IS NOT DISTINCT FROM OLD.head_at THEN
        RETURN NEW;
    END IF;
    IF NEW.last_seq <= OLD.last_seq OR NOT EXISTS (
        SELECT 1 FROM settlement_posting p
        WHERE p.id = NEW.id * 4294967296 + NEW.last_seq AND p.hash = NEW.head_hash AND p.recorded_at = NEW.head_at
    ) OR EXISTS (
        SELECT 1 FROM settlement_posting p
        WHERE p.id > NEW.id * 4294967296 + NEW.last_seq AND p.id < (NEW.id + 1) * 4294967296
    ) THEN
        RAISE EXCEPTION 'ledger:book_head' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER settlement_book_checked BEFORE INSERT OR UPDATE ON settlement_book
    FOR EACH ROW EXECUTE FUNCTION settlement_book_checked();

-- Transfers go in before their posting, which seals them; both accounts are of the posting's book.
-- The lock makes a second writer wait until the head it would go behind is known.
CREATE FUNCTION settlement_transfer_checked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM settlement_book b
    WHERE b.id IN (SELECT n.posting_id >> 32 FROM added n) ORDER BY b.id FOR NO KEY UPDATE;
    IF EXISTS (
        SELECT 1 FROM added n JOIN settlement_book b ON b.id = n.posting_id >> 32
        WHERE n.posting_id <= b.id * 4294967296 + b.last_seq
    ) THEN
        RAISE EXCEPTION 'ledger:posting_sealed' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (
        SELECT 1 FROM added n
        LEFT JOIN settlement_account s ON s.id = n.src_id AND s.book_id = n.posting_id >> 32
        LEFT JOIN settlement_account d ON d.id = n.dst_id AND d.book_id = n.posting_id >> 32
        WHERE s.id IS NULL OR d.id IS NULL
    ) THEN
        RAISE EXCEPTION 'ledger:foreign_account' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER settlement_transfer_checked AFTER INSERT ON settlement_transfer
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION settlement_transfer_checked();

-- A posting follows the head of its book without a gap, has all its transfers, and moves the head.
CREATE FUNCTION settlement_posting_checked() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    b settlement_book%ROWTYPE;
BEGIN
    FOR b IN
        SELECT k.* FROM settlement_book k
        WHERE k.id IN (SELECT n.book_id FROM added n) ORDER BY k.id FOR NO KEY UPDATE
    LOOP
        IF EXISTS (
            SELECT 1 FROM (
                SELECT n.seq, n.prev_hash, n.recorded_at,
                       b.last_seq + row_number() OVER w AS due_seq,
                       lag(n.hash, 1, b.head_hash) OVER w AS due_hash,
                       lag(n.recorded_at, 1, b.head_at) OVER w AS not_before
                FROM added n WHERE n.book_id = b.id WINDOW w AS (ORDER BY n.seq)
            ) c WHERE c.seq <> c.due_seq OR c.prev_hash <> c.due_hash OR c.recorded_at < c.not_before
        ) THEN
            RAISE EXCEPTION 'ledger:out_of_sequence' USING ERRCODE = 'integrity_constraint_violation';
        END IF;
        UPDATE settlement_book k SET last_seq = l.seq, head_hash = l.hash, head_at = l.recorded_at
        FROM (SELECT n.seq, n.hash, n.recorded_at FROM added n WHERE n.book_id = b.id ORDER BY n.seq DESC LIMIT 1) l
        WHERE k.id = b.id;
    END LOOP;
    IF EXISTS (
        SELECT 1 FROM added n
        WHERE n.entries <> (SELECT count(*) FROM settlement_transfer t WHERE t.posting_id = n.id)
    ) THEN
        RAISE EXCEPTION 'ledger:incomplete_posting' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (
        SELECT 1 FROM added n LEFT JOIN settlement_posting o ON o.id = n.corrects_id
        WHERE n.corrects_id IS NOT NULL AND (
            o.id IS NULL OR o.book_id <> n.book_id OR o.id >= n.id OR o.reverses_id IS NOT NULL)
    ) THEN
        RAISE EXCEPTION 'ledger:foreign_account' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (
        SELECT 1 FROM added n LEFT JOIN settlement_posting o ON o.id = n.reverses_id
        WHERE n.reverses_id IS NOT NULL AND (
            o.id IS NULL OR o.book_id <> n.book_id OR o.id >= n.id OR o.reverses_id IS NOT NULL
            OR o.reference <> n.reference OR o.revision <> n.revision OR o.entries <> n.entries
            OR EXISTS (
                SELECT 1 FROM settlement_transfer t WHERE t.posting_id = o.id AND NOT EXISTS (
                    SELECT 1 FROM settlement_transfer m
                    WHERE m.posting_id = n.id AND m.position = t.position AND m.src_id = t.dst_id
                      AND m.dst_id = t.src_id AND m.amount = t.amount AND m.reason = t.reason)))
    ) THEN
        RAISE EXCEPTION 'ledger:not_a_mirror' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (
        SELECT 1 FROM added n JOIN settlement_posting p
            ON p.book_id = n.book_id AND p.reference = n.reference AND p.reverses_id IS NULL AND p.id < n.id
        WHERE n.reverses_id IS NULL AND (p.revision >= n.revision OR NOT EXISTS (
            SELECT 1 FROM settlement_posting r WHERE r.reverses_id = p.id AND r.id < n.id))
    ) THEN
        RAISE EXCEPTION 'ledger:fact_is_live' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER settlement_posting_checked AFTER INSERT ON settlement_posting
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION settlement_posting_checked();

-- A checkpoint stands at a posting of its account's book that is sealed.
CREATE FUNCTION settlement_checkpoint_checked() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT 1 FROM added n
        LEFT JOIN settlement_account a ON a.id = n.account_id
        LEFT JOIN settlement_posting p ON p.id = n.posting_id AND p.book_id = a.book_id
        WHERE p.id IS NULL
    ) THEN
        RAISE EXCEPTION 'ledger:foreign_account' USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER settlement_checkpoint_checked AFTER INSERT ON settlement_checkpoint
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION settlement_checkpoint_checked();

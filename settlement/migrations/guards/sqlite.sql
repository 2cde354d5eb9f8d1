-- The ledger's guards on SQLite. Each refusal is an integrity violation whose text begins with "ledger:".
-- INSERT OR REPLACE deletes without firing delete triggers, so every table refuses a row that is there already.

CREATE TRIGGER settlement_posting_not_edited BEFORE UPDATE ON settlement_posting
BEGIN SELECT RAISE(ABORT, 'ledger:append_only (UPDATE on settlement_posting)'); END;
CREATE TRIGGER settlement_posting_not_deleted BEFORE DELETE ON settlement_posting
BEGIN SELECT RAISE(ABORT, 'ledger:append_only (DELETE on settlement_posting)'); END;
CREATE TRIGGER settlement_transfer_not_edited BEFORE UPDATE ON settlement_transfer
BEGIN SELECT RAISE(ABORT, 'ledger:append_only (UPDATE on settlement_transfer)'); END;
CREATE TRIGGER settlement_transfer_not_deleted BEFORE DELETE ON settlement_transfer
BEGIN SELECT RAISE(ABORT, 'ledger:append_only (DELETE on settlement_transfer)'); END;
CREATE TRIGGER settlement_checkpoint_not_edited BEFORE UPDATE ON settlement_checkpoint
BEGIN SELECT RAISE(ABORT, 'ledger:append_only (UPDATE on settlement_checkpoint)'); END;
CREATE TRIGGER settlement_checkpoint_not_deleted BEFORE DELETE ON settlement_checkpoint
BEGIN SELECT RAISE(ABORT, 'ledger:append_only (DELETE on settlement_checkpoint)'); END;
CREATE TRIGGER settlement_account_not_edited BEFORE UPDATE ON settlement_account
BEGIN SELECT RAISE(ABORT, 'ledger:append_only (UPDATE on settlement_account)'); END;
CREATE TRIGGER settlement_account_not_deleted BEFORE DELETE ON settlement_account
BEGIN SELECT RAISE(ABORT, 'ledger:append_only (DELETE on settlement_account)'); END;
CREATE TRIGGER settlement_book_not_deleted BEFORE DELETE ON settlement_book
BEGIN SELECT RAISE(ABORT, 'ledger:append_only (DELETE on settlement_book)'); END;

CREATE TRIGGER settlement_account_not_replaced BEFORE INSERT ON settlement_account
WHEN EXISTS (SELECT 1 FROM settlement_account a
             WHERE a.id = NEW.id OR (a.book_id = NEW.book_id AND a.holder = NEW.holder))
BEGIN SELECT RAISE(ABORT, 'ledger:account_exists'); END;

-- A book begins empty. Its head moves only to the last posting that is there; its unit never changes.
CREATE TRIGGER settlement_book_begins_empty BEFORE INSERT ON settlement_book
BEGIN
    SELECT RAISE(ABORT, 'ledger:book_head')
    WHERE NEW.last_seq <> 0 OR NEW.head_hash <> '' OR NEW.head_at IS NOT NULL
       OR EXISTS (SELECT 1 FROM settlement_book b WHERE b.id = NEW.id);
END;

CREATE TRIGGER settlement_book_checked BEFORE UPDATE ON settlement_book
BEGIN
    SELECT RAISE(ABORT, 'ledger:book_unit')
    WHERE NEW.id <> OLD.id OR NEW.unit <> OLD.unit OR NEW.created_at <> OLD.created_at;
    SELECT RAISE(ABORT, 'ledger:book_head')
    WHERE (NEW.last_seq <> OLD.last_seq OR NEW.head_hash <> OLD.head_hash OR NEW.head_at IS NOT OLD.head_at)
      AND (NEW.last_seq <= OLD.last_seq
        OR NOT EXISTS (SELECT 1 FROM settlement_posting p
                       WHERE p.id = NEW.id * 4294967296 + NEW.last_seq
                         AND p.hash = NEW.head_hash AND p.recorded_at = NEW.head_at)
        OR EXISTS (SELECT 1 FROM settlement_posting p
                   WHERE p.id > NEW.id * 4294967296 + NEW.last_seq AND p.id < (NEW.id + 1) * 4294967296));
END;

-- Transfers go in before their posting, which seals them; both accounts are of the posting's book.
CREATE TRIGGER settlement_transfer_checked BEFORE INSERT ON settlement_transfer
BEGIN
    SELECT RAISE(ABORT, 'ledger:not_whole')
    WHERE typeof(NEW.amount) <> 'integer' OR typeof(NEW.posting_id) <> 'integer';
    SELECT RAISE(ABORT, 'ledger:posting_sealed')
    FROM settlement_book b WHERE b.id = NEW.posting_id >> 32 AND NEW.posting_id <= b.id * 4294967296 + b.last_seq;
    SELECT RAISE(ABORT, 'ledger:already_written')
    WHERE EXISTS (SELECT 1 FROM settlement_transfer t
                  WHERE t.posting_id = NEW.posting_id AND t.position = NEW.position);
    SELECT RAISE(ABORT, 'ledger:foreign_account')
    WHERE NOT EXISTS (SELECT 1 FROM settlement_account a WHERE a.id = NEW.src_id AND a.book_id = NEW.posting_id >> 32)
       OR NOT EXISTS (SELECT 1 FROM settlement_account a WHERE a.id = NEW.dst_id AND a.book_id = NEW.posting_id >> 32);
END;

-- A posting follows the head of its book without a gap, has all its transfers, and moves the head.
CREATE TRIGGER settlement_posting_checked BEFORE INSERT ON settlement_posting
BEGIN
    SELECT RAISE(ABORT, 'ledger:already_reversed')
    WHERE EXISTS (SELECT 1 FROM settlement_posting p WHERE p.reverses_id = NEW.reverses_id);
    SELECT RAISE(ABORT, 'ledger:already_posted')
    WHERE NEW.reverses_id IS NULL AND EXISTS (
        SELECT 1 FROM settlement_posting p
        WHERE p.book_id = NEW.book_id AND p.reference = NEW.reference AND p.revision = NEW.revision
          AND p.reverses_id IS NULL);
    SELECT RAISE(ABORT, 'ledger:out_of_sequence')
    FROM settlement_book b
    WHERE b.id = NEW.book_id AND (
        typeof(NEW.seq) <> 'integer' OR NEW.seq <> b.last_seq + 1 OR NEW.prev_hash <> b.head_hash
        OR NEW.recorded_at < b.head_at);
    SELECT RAISE(ABORT, 'ledger:incomplete_posting')
    WHERE NEW.entries <> (SELECT count(*) FROM settlement_transfer t WHERE t.posting_id = NEW.id);
    SELECT RAISE(ABORT, 'ledger:foreign_account')
    WHERE NEW.corrects_id IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM settlement_posting o
        WHERE o.id = NEW.corrects_id AND o.book_id = NEW.book_id AND o.id < NEW.id AND o.reverses_id IS NULL);
    SELECT RAISE(ABORT, 'ledger:not_a_mirror')
    WHERE NEW.reverses_id IS NOT NULL AND (
        NOT EXISTS (
            SELECT 1 FROM settlement_posting o
            WHERE o.id = NEW.reverses_id AND o.book_id = NEW.book_id AND o.id < NEW.id AND o.reverses_id IS NULL
              AND o.reference = NEW.reference AND o.revision = NEW.revision AND o.entries = NEW.entries)
        OR EXISTS (
            SELECT 1 FROM settlement_transfer t WHERE t.posting_id = NEW.reverses_id AND NOT EXISTS (
                SELECT 1 FROM settlement_transfer m
                WHERE m.posting_id = NEW.id AND m.position = t.position AND m.src_id = t.dst_id
                  AND m.dst_id = t.src_id AND m.amount = t.amount AND m.reason = t.reason)));
    SELECT RAISE(ABORT, 'ledger:fact_is_live')
    WHERE NEW.reverses_id IS NULL AND EXISTS (
        SELECT 1 FROM settlement_posting p
        WHERE p.book_id = NEW.book_id AND p.reference = NEW.reference AND p.reverses_id IS NULL
          AND (p.revision >= NEW.revision
            OR NOT EXISTS (SELECT 1 FROM settlement_posting r WHERE r.reverses_id = p.id)));
END;

CREATE TRIGGER settlement_posting_moves_head AFTER INSERT ON settlement_posting
BEGIN
    UPDATE settlement_book SET last_seq = NEW.seq, head_hash = NEW.hash, head_at = NEW.recorded_at
    WHERE id = NEW.book_id;
END;

-- A checkpoint stands at a posting of its account's book that is sealed.
CREATE TRIGGER settlement_checkpoint_checked BEFORE INSERT ON settlement_checkpoint
BEGIN
    SELECT RAISE(ABORT, 'ledger:already_written')
    WHERE EXISTS (SELECT 1 FROM settlement_checkpoint c
                  WHERE c.account_id = NEW.account_id AND c.posting_id = NEW.posting_id);
    SELECT RAISE(ABORT, 'ledger:foreign_account')
    WHERE NOT EXISTS (SELECT 1 FROM settlement_posting p JOIN settlement_account a ON a.book_id = p.book_id
                      WHERE p.id = NEW.posting_id AND a.id = NEW.account_id);
END;

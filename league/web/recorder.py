"""The recorder of one 將: `/c/<slug>/jiang/<id>/record/`.

GET shows the table and the form for the hand that comes next. POST saves it: a person is sent on to the next
hand (303), and sees his entry again with the reason where it is refused. A script that asks for JSON
(`Accept: application/json`) posts the very same form-encoded fields and gets:

- 201 `{"number", "uid", "story", "state", "page", "next"}`: the hand is recorded. `next` is `{"number",
  "round_wind", "dealer", "streak"}`, or null when no hand follows; `state` is open, complete or closed;
  `page` the address to go on at;
- 200, the same: this `uid` with these facts stands already, so it was a retry;
- 409 `{"code", "message", "where", "next", "standing"}`: another hand stands there (`hand_exists`), the number
  is ahead (`not_the_next_hand`), or the 將 is over. `next` is the number that comes next, `standing` is
  `{"number", "uid", "story"}` or null;
- 422 `{"code", "message", "where"}`: the hand itself is refused; nothing was written;
- 403 `{"code": "not_allowed", …}`: the sender may not record here (any more).

Fields, all of them plain text. `csrfmiddlewaretoken` (or the header X-CSRFToken); `number`, the hand's number;
`uid`, a UUID that names this hand for ever, made by the page or by a script; the others in `league.web.entry`.
A script that keeps several hands makes a `uid` for each and counts `number` up itself.
"""

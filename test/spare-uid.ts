/** A user id that this process alone uses, and the hundred after it: two runs on one computer do not share any. */
export const SPARE_UID = 20_000 + (process.pid % 400) * 100;

/** How much of a file goes through what. */

export const FILE_LIMITS = {
  pathChars: 4096,
  /** Through a tool. Streams have no limit. */
  bytes: 2 * 1024 * 1024,
  lines: { max: 20_000, default: 500 },
  grepChars: 500,
  edits: 200,
  /** Places that all edits of one call replace together. */
  replacements: 500_000,
  /** `bytes`: of what the machine sends back. */
  search: { patternChars: 1_000, globChars: 300, limit: { max: 1_000, default: 100 }, bytes: 1024 * 1024 },
  /** What one operation of a tool may take; a stream may go on as long as bytes flow. */
  seconds: 60,
  streamSeconds: 24 * 3600,
  /** A stream whose other end takes or gives nothing for so long is ended. */
  stalledMs: 60_000,
  /** Up to this size a stream is hashed: then its answer has the SHA-256. */
  hashUpTo: 16 * 1024 * 1024,
  /** Of one folder, when it is copied to another machine. */
  copiedFiles: 20_000,
  /** Of one folder, when it is listed. */
  entries: 5_000,
} as const;

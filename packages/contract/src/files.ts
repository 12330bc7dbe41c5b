/** Files of a machine, as tools and people read and write them. */
import * as z from 'zod';
import { Timestamp } from './accounts.ts';
import { AskedApproval } from './approvals.ts';
import { EXECUTION_STATUSES } from './executions.ts';
import { FILE_LIMITS } from './file-limits.ts';
import { FORMS } from './forms.ts';
import { Identifier } from './identifier.ts';
import { MachineName } from './machines.ts';
import { elseSay } from './reasons.ts';

/** Absolute, without `..`: what is judged is what is opened. */
export const FilePath = z
  .string()
  .max(FILE_LIMITS.pathChars)
  .refine((path) => path.startsWith('/'), elseSay('path_absolute'))
  .refine((path) => !path.endsWith('/') && !path.endsWith('/.'), elseSay('path_no_file'))
  .refine((path) => !path.includes('\0'), elseSay('no_nul'))
  .refine((path) => !path.split('/').includes('..'), elseSay('path_no_dots'))
  .refine((path) => path.isWellFormed(), elseSay('unicode'))
  .meta({ pattern: '^/' });

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
// An empty value is reported as missing.
const Machine = MachineName;
const Container = z.string().max(128).optional();
/** A character too many is refused as `file_too_large`, so the bound here is wider. */
const Text = z
  .string()
  .max(2 * FILE_LIMITS.bytes)
  .refine((text) => text.isWellFormed(), elseSay('unicode'));

const place = { machine: Machine, path: FilePath, container: Container };
const sudo = z.boolean().optional();

export const ReadFileRequest = z.strictObject({
  ...place,
  offset: z.int().min(1).default(1).describe('First line.'),
  limit: z.int().min(1).max(FILE_LIMITS.lines.max).default(FILE_LIMITS.lines.default).describe('Lines.'),
  grep: z.string().min(1).max(FILE_LIMITS.grepChars).optional().describe('Literal: only lines with it, numbered.'),
  sudo: sudo.describe('As root, by its sudo_secret.'),
});
export type ReadFileRequest = z.infer<typeof ReadFileRequest>;

export const WriteFileRequest = z.strictObject({
  ...place,
  text: Text,
  expect: z
    .string()
    .regex(/^([0-9a-f]{12,64}|absent)$/)
    .optional()
    .describe('sha256 of what is there, or "absent".'),
  mode: z.string().regex(FORMS.mode).optional().describe('Octal.'),
  secrets: z.boolean().default(false).describe('True: fill in {{NAME}}.'),
  parents: z.boolean().optional().describe('True: make missing folders.'),
  sudo,
});
export type WriteFileRequest = z.infer<typeof WriteFileRequest>;

export const FileEdit = z.strictObject({ old: Text.min(1), new: Text, all: z.boolean().optional() });
export type FileEdit = z.infer<typeof FileEdit>;

export const EditFileRequest = z.strictObject({
  ...place,
  expect: z
    .string()
    .regex(/^[0-9a-f]{12,64}$/)
    .optional()
    .describe('sha256 as read.'),
  edits: z.array(FileEdit).min(1).max(FILE_LIMITS.edits),
  sudo,
});
export type EditFileRequest = z.infer<typeof EditFileRequest>;

export const SearchFilesRequest = z.strictObject({
  ...place,
  path: z.union([z.literal('/'), FilePath]),
  pattern: z
    .string()
    .min(1)
    .max(FILE_LIMITS.search.patternChars)
    .refine((text) => !/[\0\n]/.test(text), elseSay('one_line'))
    .optional()
    .describe('Extended regular expression; without it: files by name.'),
  glob: z
    .string()
    .min(1)
    .max(FILE_LIMITS.search.globChars)
    .refine((text) => !/[\0\n]/.test(text), elseSay('one_line'))
    .optional()
    .describe('*.ts, src/**/*.ts'),
  limit: z.int().min(1).max(FILE_LIMITS.search.limit.max).default(FILE_LIMITS.search.limit.default),
});
export type SearchFilesRequest = z.infer<typeof SearchFilesRequest>;

/** `web1:/srv/site`. A folder to copy into ends with a slash. */
const Address = (end: RegExp) =>
  z
    .string()
    .max(FILE_LIMITS.pathChars + 97)
    .refine((text) => end.test(text), elseSay('machine_and_path'))
    .refine((text) => !text.includes('\0'), elseSay('no_nul'))
    .refine((text) => !text.split('/').includes('..'), elseSay('path_no_dots'))
    .refine((text) => text.isWellFormed(), elseSay('unicode'));

export const CopyRequest = z.strictObject({
  from: Address(/^(?:[^:/]{1,32}\/)?[^:/]{1,63}:\/.*[^/]$/s).describe('machine:/path of a file or folder.'),
  to: Address(/^(?:[^:/]{1,32}\/)?[^:/]{1,63}:\//).describe(
    'machine:/path; with a slash at its end: into that folder.',
  ),
});
export type CopyRequest = z.infer<typeof CopyRequest>;

export const CopyAnswer = z.object({
  /** What was sent; what was there already does not count. */
  files: z.int(),
  bytes: z.int(),
});
export type CopyAnswer = z.infer<typeof CopyAnswer>;

/** Set instead of the rest while a person is asked. */
const waiting = {
  status: z.enum(EXECUTION_STATUSES).optional(),
  execution_id: Identifier.optional(),
  approval: AskedApproval.optional(),
  /** What the person who agreed to it said. */
  comment: z.string().optional(),
};

export const ReadFileAnswer = z.object({
  path: z.string(),
  /** Redacted. Not there if the file is binary. */
  text: z.string().optional(),
  sha256: Sha256.optional(),
  size: z.int().optional(),
  mode: Identifier.nullable().optional(),
  owner: Identifier.nullable().optional(),
  modified_at: Timestamp.nullable().optional(),
  lines: z.int().nullable().optional(),
  next_offset: z.int().nullable().optional(),
  binary: z.boolean().optional(),
  ...waiting,
});
export type ReadFileAnswer = z.infer<typeof ReadFileAnswer>;

export const WriteFileAnswer = z.object({
  path: z.string(),
  sha256: Sha256.optional(),
  size: z.int().optional(),
  created: z.boolean().optional(),
  ...waiting,
});
export type WriteFileAnswer = z.infer<typeof WriteFileAnswer>;

export const EditFileAnswer = z.object({
  path: z.string(),
  sha256: Sha256.optional(),
  /** Redacted. */
  diff: z.string().optional(),
  ...waiting,
});
export type EditFileAnswer = z.infer<typeof EditFileAnswer>;

export const FoundFile = z.object({
  /** Below the folder that was searched. */
  file: z.string(),
  /** Redacted. Not there where files were looked for by name. */
  lines: z.array(z.object({ line: z.int(), text: z.string() })).optional(),
});
export type FoundFile = z.infer<typeof FoundFile>;

export const SearchFilesAnswer = z.object({
  path: z.string(),
  files: z.array(FoundFile).optional(),
  /** There is more than is listed. */
  more: z.boolean().optional(),
  ...waiting,
});
export type SearchFilesAnswer = z.infer<typeof SearchFilesAnswer>;

export type FileAnswer = ReadFileAnswer | WriteFileAnswer | EditFileAnswer | SearchFilesAnswer;

export const FILE_KINDS = ['file', 'folder', 'link', 'other'] as const;

export const FolderEntry = z.object({
  name: z.string(),
  kind: z.enum(FILE_KINDS),
  size: z.int().nullable(),
  modified_at: Timestamp.nullable(),
  /** Its permissions in octal digits, and whose it is. */
  mode: Identifier.nullable(),
  owner: z.string().nullable(),
});
export type FolderEntry = z.infer<typeof FolderEntry>;

export const Folder = z.object({
  path: z.string(),
  entries: z.array(FolderEntry),
  /** There are more than are listed. */
  more: z.boolean(),
});
export type Folder = z.infer<typeof Folder>;

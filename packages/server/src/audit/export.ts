/** The audit log as a file: JSON Lines for programs, CSV for spreadsheets. */
import { Readable } from 'node:stream';
import { AUDIT_PAGE, AuditEntry, type AuditFilter, type AuditSearch } from '@synapse/contract';
import type { WorkspaceId } from '../ids.ts';
import type { Audit } from './audit.ts';

export type ExportFormat = 'jsonl' | 'csv';

/** Where the entries come from, redacted so that they may be shown. */
type Listing = Pick<Audit, 'list'>;

/** For all users, each entry says whose it is. */
type Entry = AuditEntry & { readonly user_id?: string };
/** Of a person's own log. That of a crew also tells who did it. */
const COLUMNS = (Object.keys(AuditEntry.shape) as (keyof AuditEntry)[]).filter(
  (column) => column !== 'actor' && column !== 'crew' && column !== 'break_glass',
);

const CREW_COLUMNS = [...COLUMNS, 'actor', 'crew', 'break_glass'] as const;

/** Newest first, a page at a time: a million entries need no more memory than two hundred. */
export function exportAudit(
  audit: Listing,
  workspaceId: WorkspaceId | null,
  filter: AuditFilter & AuditSearch,
  format: ExportFormat,
  ofCrew = false,
): Readable {
  const columns = workspaceId === null ? ([...COLUMNS, 'user_id'] as const) : ofCrew ? CREW_COLUMNS : COLUMNS;
  return Readable.from(lines(audit, workspaceId, filter, format, columns), { encoding: 'utf8' });
}

async function* lines(
  audit: Listing,
  workspaceId: WorkspaceId | null,
  filter: AuditFilter & AuditSearch,
  format: ExportFormat,
  columns: readonly (keyof Entry)[],
) {
  if (format === 'csv') yield `${columns.join(',')}\r\n`;
  let cursor: string | undefined;
  do {
    const page = await audit.list(workspaceId, { ...filter, limit: AUDIT_PAGE.max, ...(cursor ? { cursor } : {}) });
    yield page.entries.map((entry) => (format === 'csv' ? csvLine(entry, columns) : jsonLine(entry))).join('');
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
}

function jsonLine(entry: AuditEntry): string {
  return `${JSON.stringify(entry)}\n`;
}

function csvLine(entry: Entry, columns: readonly (keyof Entry)[]): string {
  return `${columns.map((column) => csvField(cellOf(entry, column))).join(',')}\r\n`;
}

const cellOf = (entry: Entry, column: keyof Entry): string | number | boolean | null =>
  column === 'actor' ? (entry.actor?.username ?? null) : (entry[column] ?? null);

/** A field that a spreadsheet would take for a formula gets an apostrophe in front. */
function csvField(value: string | number | boolean | null): string {
  if (value === null) return '';
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

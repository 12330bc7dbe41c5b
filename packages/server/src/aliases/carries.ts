/** What an alias carries besides its command: where it runs, and for how long at most. Pure. */
import { ALIAS_CARRIES, type AliasCarries, EXECUTION_LIMITS } from '@synapse/contract';
import type { AliasRow } from './alias-store.ts';
import { isCode, readCall } from './expand.ts';

/** Arguments of a call, as they came. */
export type Arguments = unknown;

const FIELDS = Object.keys(ALIAS_CARRIES) as (keyof AliasCarries)[];
/** Another name for an argument says it, too. */
const SYNONYMS: Readonly<Record<string, string>> = { machine: 'slug' };

export function carriedOf(row: Pick<AliasRow, keyof AliasCarries>): AliasCarries {
  const { machine, container, cwd, timeout_seconds } = row;
  return {
    ...(machine !== null && { machine }),
    ...(container !== null && { container }),
    ...(cwd !== null && { cwd }),
    ...(timeout_seconds !== null && { timeout_seconds }),
  };
}

/** The code that a call may be using; null: it uses none. */
export function codeCalled(given: Arguments): string | null {
  if (!isRecord(given)) return null;
  const { command, alias } = given;
  const code = alias == null ? codeOf(command) : codeOf(`@${String(alias).replace('@', '')}`);
  return code !== null && isCode(code) ? code : null;
}

function codeOf(command: unknown): string | null {
  if (typeof command !== 'string' || command.length > EXECUTION_LIMITS.commandChars) return null;
  return readCall(command)?.code ?? null;
}

/** What the call says stays. A job has its own idea of a long time. */
export function complete(given: Arguments, carried: AliasCarries, takes: readonly string[]): Arguments {
  if (!isRecord(given)) return given;
  const open = FIELDS.filter((field) => takes.includes(field) && !says(given, field));
  const added = open.filter((field) => field !== 'timeout_seconds' || given.detach !== true);
  return {
    ...given,
    ...Object.fromEntries(added.flatMap((field) => (field in carried ? [[field, carried[field]]] : []))),
  };
}

const says = (given: Readonly<Record<string, unknown>>, field: string): boolean =>
  given[field] != null || given[SYNONYMS[field] ?? field] != null;

const isRecord = (given: Arguments): given is Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

/**
 * Rewrites each `{{NAME}}` of a command into a reference to a shell variable, in the form that its place in the shell's
 * grammar needs. A value is then always one piece of text, whatever it holds, and never code. The values travel
 * separately (bootstrap.ts).
 *
 * For the reader of shell commands a placeholder is a hole: one value, whatever it holds. After a construct that shells
 * read differently, a placeholder is refused. A command that is simply wrong goes to the shell, which reports it best.
 */
import { Refusal } from '@synapse/contract';
import { type ReadScript, readScript, TooManyPieces, TooMuchToRead } from '@synapse/shell';
import type { Escape } from '../../../redaction/index.ts';
import { holesOf, isMeant, placeholderNames, type Reason, refuseHidden, unsupported } from './placeholder.ts';
import { definesPrinter, plainEcho } from './printed-values.ts';
import { rewriteScript } from './rewrite-script.ts';

export interface RewrittenTemplate {
  /** POSIX sh text without any value. */
  readonly script: string;
  /** The secrets that it refers to, in order of first use; `escapeFor`: the variable is for the value escaped so. */
  readonly used: readonly { readonly name: string; readonly variable: string; readonly escapeFor?: Escape }[];
}

/**
 * Throws the refusals `secret_missing` and `placeholder_unsupported`, which name the placeholder. `needsEscape`: whether
 * the value of a secret holds what `echo` or the format of `printf` would interpret. `missing`: the first of the two.
 */
export function rewriteTemplate(
  template: string,
  isSecret: (name: string) => boolean,
  needsEscape: (name: string) => boolean = () => false,
  missing: (name: string) => Refusal = (name) => new Refusal('secret_missing', { name }),
): RewrittenTemplate {
  if (!template.includes('{{')) return { script: template, used: [] };
  refuseHidden(template);
  const parsed = parse(template, isSecret, missing);
  if (parsed === null) return { script: template, used: [] };
  const prefix = freePrefix(template);
  const used = new Map<string, RewrittenTemplate['used'][number]>();
  const ownPrinter = definesPrinter(parsed.list);
  let placed = 0;
  const variable = (name: string, escapeFor: Escape | null): string => {
    const key = `${name} ${escapeFor ?? ''}`;
    const known = used.get(key) ?? { name, variable: `${prefix}${used.size + 1}`, ...(escapeFor && { escapeFor }) };
    used.set(key, known);
    return known.variable;
  };
  const variableOf = (name: string, escapeFor: Escape | null = null): string => {
    if (!isSecret(name)) throw missing(name);
    placed += 1;
    return variable(name, ownPrinter || escapeFor === null || !needsEscape(name) ? null : escapeFor);
  };
  const rewritten = rewriteScript(parsed, { isSecret, variableOf, delimiter: `${prefix}eof` });
  // A last check, in case the tree missed one: no placeholder may reach a shell unresolved.
  if (placed !== parsed.holes) refuseAny(template, isSecret, missing, 'ambiguous');
  if (used.size === 0) return { script: template, used: [] };
  const echoed = [...used.values()]
    .filter(({ escapeFor }) => escapeFor === 'echo')
    .map((one) => ({ escaped: one.variable, plain: variable(one.name, null) }));
  return { script: plainEcho(echoed) + rewritten, used: [...used.values()] };
}

/** Null for a text that is too much to read and holds no secret. */
function parse(
  template: string,
  isSecret: (name: string) => boolean,
  missing: (name: string) => Refusal,
): ReadScript | null {
  try {
    return readScript(template, { holeAt: holesOf(isSecret) });
  } catch (error) {
    if (!(error instanceof TooMuchToRead)) throw error;
    refuseAny(template, isSecret, missing, error instanceof TooManyPieces ? 'long' : 'ambiguous');
    return null;
  }
}

function refuseAny(
  template: string,
  isSecret: (name: string) => boolean,
  missing: (name: string) => Refusal,
  reason: Reason,
): void {
  const meant = placeholderNames(template).filter((name) => isMeant(name, isSecret));
  const absent = meant.find((name) => !isSecret(name));
  if (absent !== undefined) throw missing(absent);
  const [name] = meant;
  if (name !== undefined) throw unsupported(name, reason);
}

/** A prefix for names that the command itself does not use: as few underscores as possible. */
function freePrefix(template: string): string {
  const taken = new Set([...template.matchAll(/__synapse_v(?=(_*))/g)].map(([, underscores]) => underscores!.length));
  let underscores = 0;
  while (taken.has(underscores)) underscores += 1;
  return `__synapse_v${'_'.repeat(underscores)}`;
}

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
import { isMeant, placeholderAt, placeholderNames, type Reason, refuseHidden, unsupported } from './placeholder.ts';
import { rewriteScript } from './rewrite-script.ts';

export interface RewrittenTemplate {
  /** POSIX sh text without any value. */
  readonly script: string;
  /** The secrets that it refers to, in order of first use. */
  readonly used: readonly { readonly name: string; readonly variable: string }[];
}

/** Throws the refusals `secret_missing` and `placeholder_unsupported`, which name the placeholder. */
export function rewriteTemplate(template: string, isSecret: (name: string) => boolean): RewrittenTemplate {
  if (!template.includes('{{')) return { script: template, used: [] };
  refuseHidden(template);
  const script = read(template, isSecret);
  if (script === null) return { script: template, used: [] };
  const prefix = freePrefix(template);
  const variables = new Map<string, string>();
  let placed = 0;
  const variableOf = (name: string): string => {
    if (!isSecret(name)) throw new Refusal('secret_missing', { name });
    placed += 1;
    const variable = variables.get(name) ?? `${prefix}${variables.size + 1}`;
    variables.set(name, variable);
    return variable;
  };
  const rewritten = rewriteScript(script, { isSecret, variableOf, delimiter: `${prefix}eof` });
  // A last check, in case the tree missed one: no placeholder may reach a shell unresolved.
  if (placed !== script.holes) refuseAny(template, isSecret, 'ambiguous');
  const used = [...variables].map(([name, variable]) => ({ name, variable }));
  return { script: used.length === 0 ? template : rewritten, used };
}

/** Null for a text that is too much to read and holds no secret. */
function read(template: string, isSecret: (name: string) => boolean): ReadScript | null {
  const holeAt = (text: string, at: number): number => {
    const name = placeholderAt(text, at, isSecret);
    return name === null ? 0 : name.length + '{{}}'.length;
  };
  try {
    return readScript(template, { holeAt });
  } catch (error) {
    if (!(error instanceof TooMuchToRead)) throw error;
    refuseAny(template, isSecret, error instanceof TooManyPieces ? 'long' : 'ambiguous');
    return null;
  }
}

function refuseAny(template: string, isSecret: (name: string) => boolean, reason: Reason): void {
  const meant = placeholderNames(template).filter((name) => isMeant(name, isSecret));
  const missing = meant.find((name) => !isSecret(name));
  if (missing !== undefined) throw new Refusal('secret_missing', { name: missing });
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

/**
 * Rewrites each `{{NAME}}` of a command into a reference to a shell variable, as its place in the shell's grammar asks:
 * a value then is always one piece of text, whatever it holds, and never code. The values travel apart (bootstrap.ts).
 *
 * The scanner reads what dash, bash and busybox ash read alike. From a construct on that they read differently, a
 * placeholder is refused; a command that is simply wrong goes to the shell as it is, which says so best.
 */

import { commands } from './scan-commands.ts';
import { backticks, expansion } from './scan-expansion.ts';
import { heredocBodies } from './scan-heredoc.ts';
import { doubleQuotes, singleQuotes } from './scan-quotes.ts';
import { type Findings, type Grammar, nestedScanner, placeholderNames, TooDeep, unsupported } from './scanner.ts';

export interface RewrittenTemplate {
  /** POSIX sh text without any value. */
  readonly script: string;
  /** The secrets that it refers to, in order of first use. */
  readonly used: readonly { readonly name: string; readonly variable: string }[];
}

const grammar: Grammar = { commands, singleQuotes, doubleQuotes, expansion, backticks, heredocBodies };

/** Throws the refusals `secret_missing` and `placeholder_unsupported`, which name the placeholder. */
export function rewriteTemplate(template: string, isSecret: (name: string) => boolean): RewrittenTemplate {
  if (!template.includes('{{')) return { script: template, used: [] };
  const findings: Findings = {
    isSecret,
    variables: new Map(),
    prefix: freePrefix(template),
    last: '',
    count: 0,
    forbidden: null,
    unsure: false,
    depth: 0,
  };
  const scanner = nestedScanner({ grammar, findings }, template);
  try {
    commands(scanner, null);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    const name = placeholderNames(template).find(isSecret);
    if (name !== undefined) throw unsupported(name, 'ambiguous');
    return { script: template, used: [] };
  }
  const used = [...findings.variables].map(([name, variable]) => ({ name, variable }));
  return { script: used.length === 0 ? template : scanner.out.join(''), used };
}

/** A beginning of names that the command itself does not use. */
function freePrefix(template: string): string {
  let prefix = '__synapse_v';
  while (template.includes(prefix)) prefix += '_';
  return prefix;
}

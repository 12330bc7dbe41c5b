/** What the parts of the shell scanner share: a cursor over the template, what was emitted, and the secrets met. */
import { because, Refusal } from '@synapse/contract';

/** How the place treats an expansion: `bare` splits it into words, `inside` (double quotes, here-document) does not. */
export type Mode = 'bare' | 'inside';
/** What surrounds an `inside` place. */
export type Where = 'command' | 'quotes' | 'heredoc';
type Reason = 'arithmetic' | 'delimiter' | 'expansion' | 'ambiguous';

/** The parts call each other in circles, as shell grammar does; they meet here instead of importing each other. */
export interface Grammar {
  /** Commands up to the end of the text, or up to a `)` that is not theirs (left unread). */
  commands(scanner: Scanner, closer: ')' | null): void;
  /** At a `'`. */
  singleQuotes(scanner: Scanner): void;
  /** At a `"`. */
  doubleQuotes(scanner: Scanner): void;
  /** At a `$`. */
  expansion(scanner: Scanner, mode: Mode, where: Where): void;
  /** At a backtick. */
  backticks(scanner: Scanner, mode: Mode, where: Where): void;
  /** At the first line of the bodies of the here-documents of the line before. */
  heredocBodies(scanner: Scanner, pending: readonly PendingHeredoc[], nested: boolean): void;
}

export interface PendingHeredoc {
  readonly delimiter: string;
  readonly quoted: boolean;
  readonly stripTabs: boolean;
  /** Where the delimiter stands in `out`: a quoted one is replaced when its body holds a secret. */
  readonly slot: number;
}

/** One per template, shared by the scanners of its nested texts. */
export interface Findings {
  readonly isSecret: (name: string) => boolean;
  /** Name → shell variable, in order of first use. */
  readonly variables: Map<string, string>;
  /** No text of the template begins with it. */
  readonly prefix: string;
  /** The name met last, and how many were met. */
  last: string;
  count: number;
  /** Why the place being read takes no secret. */
  forbidden: Reason | null;
  /** A construct was met that shells read differently: where the rest stands is not known. */
  unsure: boolean;
  /** How many substitutions are open around the cursor. */
  depth: number;
}

export interface Scanner {
  readonly text: string;
  readonly grammar: Grammar;
  readonly findings: Findings;
  readonly out: string[];
  pos: number;
  /** The text ended inside a quote, a substitution or a comment: nothing can simply be put behind it. */
  incomplete: boolean;
}

const PLACEHOLDER = /\{\{([A-Za-z_][A-Za-z0-9_]*)\}\}/y;
/** Written like a secret: refused when the vault has none of that name, instead of being passed through. */
const SECRET_STYLE = /^[A-Z][A-Z0-9_]*$/;

/** A scanner of a text within the template: a here-document's body, the inside of backticks. */
export function nestedScanner(parent: Pick<Scanner, 'grammar' | 'findings'>, text: string): Scanner {
  return { text, grammar: parent.grammar, findings: parent.findings, out: [], pos: 0, incomplete: false };
}

/** Copies `length` characters of the template as they are. */
export function copy(scanner: Scanner, length: number): void {
  scanner.out.push(scanner.text.slice(scanner.pos, scanner.pos + length));
  scanner.pos += length;
}

/** The name of the secret whose placeholder starts at `at`. Refuses one that is missing. */
export function secretAt(scanner: Scanner, at: number): string | null {
  if (scanner.text[at] !== '{' || scanner.text[at + 1] !== '{') return null;
  PLACEHOLDER.lastIndex = at;
  const name = PLACEHOLDER.exec(scanner.text)?.[1];
  if (name === undefined) return null;
  if (scanner.findings.isSecret(name)) return name;
  if (SECRET_STYLE.test(name)) throw new Refusal('secret_missing', { name });
  return null;
}

/** At a placeholder: reads it and emits the reference to its variable, in what the place needs around it. */
export function emitSecret(scanner: Scanner, name: string, before: string, after: string): void {
  const { findings } = scanner;
  findings.last = name;
  findings.count += 1;
  const reason = findings.forbidden ?? (findings.unsure ? 'ambiguous' : null);
  if (reason) throw unsupported(name, reason);
  const variable = findings.variables.get(name) ?? `${findings.prefix}${findings.variables.size + 1}`;
  findings.variables.set(name, variable);
  scanner.out.push(`${before}\${${variable}}${after}`);
  scanner.pos += name.length + 4;
}

export function unsupported(name: string, reason: Reason): Refusal {
  return new Refusal('placeholder_unsupported', {
    placeholder: `{{${name}}}`,
    reason: because(`placeholder_${reason}`),
  });
}

/** From here on no secret can be placed surely. */
export function markUnsure(scanner: Scanner): void {
  scanner.findings.unsure = true;
}

/** Runs `scan` where no secret may stand. */
export function forbidding(scanner: Scanner, reason: Reason, scan: () => void): void {
  const { findings } = scanner;
  const before = findings.forbidden;
  findings.forbidden = reason;
  scan();
  findings.forbidden = before;
}

/** More substitutions in each other than any command needs, and than the stack should hold. */
export class TooDeep extends Error {}
const DEEPEST = 100;

export function deeper(scanner: Scanner, scan: () => void): void {
  const { findings } = scanner;
  findings.depth += 1;
  if (findings.depth > DEEPEST) throw new TooDeep();
  scan();
  findings.depth -= 1;
}

/** Every placeholder name in a text, wherever it stands. */
export function placeholderNames(text: string): string[] {
  return [...text.matchAll(new RegExp(PLACEHOLDER.source, 'g'))].map(([, name]) => name!);
}

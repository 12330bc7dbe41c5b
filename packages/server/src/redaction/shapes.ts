/** Private data that is known by its shape: what it is called, and where it stands in a text. */

export interface Shape {
  /** Shown behind `hidden: `, where one stood. */
  readonly kind: string;
  /** The first group, where there is one, is what is hidden. Each is read in steps that grow with the text alone. */
  readonly form: RegExp;
  /** What has this form and is no secret: an example, a variable, a text of a program. */
  readonly except?: RegExp;
}

/** Words that stand where a password would, in examples and templates; and what a program would put there itself. */
const EXAMPLE =
  /^(?:[$<%{*(.[\\]|x{3}|\d{1,5}$|(?:your|my|some|the|an?|test|dummy|fake|example|sample|change|replace|insert|enter|placeholder|redacted|hidden|todo|none|null|nil|undefined|true|false|yes|no|on|off|empty|default|optional|required|env|process|os|self|this|config|settings|options|args|params|req|ctx|data|password|passwd|pass|pwd|secret|token|user|username|postgres|root|admin|guest)(?:[^A-Za-z0-9]|\d{0,3}$))/i;

export const SHAPES: readonly Shape[] = [
  {
    kind: 'private key',
    form: /-----BEGIN (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?:\s|\\[nr]){1,4}(?:[A-Za-z-]{1,20}: [^\n\\]{0,100}|[A-Za-z0-9+/=]{20,100})){1,400}(?:(?:\s|\\[nr]){0,4}[A-Za-z0-9+/=]{0,76}(?:\s|\\[nr]){0,4}-----END (?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----)?/g,
  },
  { kind: 'password hash', form: /\$(?:6|5|y|gy|7|1|apr1|2[abxy])\$[./A-Za-z0-9$=,]{20,200}/g },
  { kind: 'json web token', form: /\beyJ[\w-]{10,4000}\.eyJ[\w-]{10,4000}\.[\w-]{16,1000}/g },
  { kind: 'access key', form: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g, except: /EXAMPLE$/ },
  {
    kind: 'token',
    form: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{50,255}|glpat-[\w-]{20,255}|npm_[A-Za-z0-9]{36}|pypi-AgE[\w-]{50,255}|[rs]k_(?:live|test)_[A-Za-z0-9]{16,255}|AIza[\w-]{35})/g,
  },
  { kind: 'token', form: /\bsk-[\w-]{20,255}/g, except: /^(?:\D+|[^A-Z]+)$/ },
  { kind: 'token', form: /\bxox[abeoprs]-[A-Za-z0-9-]{10,255}/g, except: /^\D+$/ },
  {
    kind: 'password',
    form: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/'"`]{1,100}:([^\s@/'"`]{3,200})@[\w.[{$-]/gi,
    except: EXAMPLE,
  },
];

/**
 * Without one of these in it, a text has none of them, and a word is not the beginning of one. Each is searched for by
 * its rarest character, with the ones before it looked at from there: by their first letters, which are in every text,
 * a large output took 1.2 times as long.
 */
export const HINT =
  /_(?<=gh[pousr]_|github_pat_|npm_|[rs]k_)|-(?<=glpat-|pypi-|[rs]k-|xox[abeoprs]-)|-(?<=-----)BEGIN |\$(?<=\$(?:6|5|y|gy|7|1|apr1|2[abxy])\$)|J(?<=eyJ)|I(?<=A[KS]I)A|I(?<=AI)za|:\/\//;

/** A key has more than a word. */
export const KEY_BEGINS = '-----BEGIN ';
export const KEY_SPAN = 16_384;
/** The longest word that is held back until it is whole. */
export const WORD_SPAN = 8_192;

/** Names of variables and settings that end like this hold a secret. */
const HOLDS_SECRET =
  /(?:PASSWORD|PASSWD|PASSPHRASE|SECRET|TOKEN|API_?KEY|ACCESS_?KEY|SECRET_?KEY|PRIVATE_?KEY|_PWD|_PASS)$/i;
/** What may stand before a name in its line: what `grep` puts there, the sign of a diff, words of a shell or a list. */
const BEFORE_NAME = /^(?:[^\s:="']{1,200}[:-](?:\d{1,7}[:-])?)?[+-]?[ \t]{0,8}(?:export |ENV |- )?["']?$/;
const VALUE = /[ \t]{0,8}["']?([^\s"'`(){}<>\\,;]{6,500})["']?,?(?=\r?\n|$|")/y;
const NAME_SPAN = 300;
const BLANKS_SPAN = 8;
const VALUE_SPAN = 520;

/** Where the values of such names stand in a text that has lines of an env file, or of an ini file. */
export function assignedSecrets(text: string): { found: { start: number; end: number }[]; open: number } {
  const found: { start: number; end: number }[] = [];
  let open = text.length;
  for (let at = text.indexOf('='); at >= 0; at = text.indexOf('=', at + 1)) {
    if (!isSecretName(text, at)) continue;
    VALUE.lastIndex = at + 1;
    const match = VALUE.exec(text);
    const value = match?.[1];
    if (text.length - at < VALUE_SPAN && !text.includes('\n', at)) open = Math.min(open, at + 1);
    if (match === null || value === undefined || EXAMPLE.test(value) || !isWorthHiding(text, at, value)) continue;
    const start = match.index + match[0].indexOf(value);
    found.push({ start, end: start + value.length });
  }
  return { found, open };
}

function isSecretName(text: string, at: number): boolean {
  let end = at;
  while (at - end < BLANKS_SPAN && isBlank(text[end - 1])) end -= 1;
  let start = end;
  // It stops at the sign before this one, so that a text full of them is read once.
  while (at - start < NAME_SPAN && isNameCharacter(text.charCodeAt(start - 1))) start -= 1;
  if (start === end || text[start - 1] === '=') return false;
  const [name, spaced] = [text.slice(start, end), end < at];
  if (!HOLDS_SECRET.test(name)) return false;
  // Names of variables are written without a blank behind them.
  if (/^[A-Z0-9_]+$/.test(name) ? spaced : !/^[a-z0-9_.]+$/.test(name)) return false;
  const before = text.slice(Math.max(0, at - NAME_SPAN), start);
  return BEFORE_NAME.test(before.slice(before.lastIndexOf('\n') + 1)) || (before.endsWith('"') && !spaced);
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t';

/** A letter, a digit, `_` or `.`. */
const isNameCharacter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95 || code === 46;

/** In small letters it may be a piece of a program: a variable that gets another one. */
function isWorthHiding(text: string, at: number, value: string): boolean {
  const small = /[a-z]/.test(text[at - 1]!);
  const spaced = /[ \t]/.test(text[at - 1]!);
  if (!small && !spaced) return true;
  return /\d/.test(value) && !/[[\]]/.test(value) && (!spaced || value.length >= 12 || /[^\w.]/.test(value));
}

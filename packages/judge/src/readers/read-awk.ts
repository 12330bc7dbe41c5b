/** What an awk program does besides printing. */

export type AwkProgram = 'reads' | 'environment' | 'opaque';

/** They run commands, read or write other files, or reach what is not the program's. */
const FORBIDDEN = /\b(?:system|getline|close|fflush|PROCINFO|SYMTAB|FUNCTAB|ARGV|ARGC)\b|@/;
const KEYWORDS =
  /^(?:print|printf|return|if|else|while|for|do|in|delete|exit|case|default|switch|next|BEGIN|END|BEGINFILE|ENDFILE|getline)$/;
const TOKEN =
  /\s+|\\\n|#[^\n]*|"(?:[^"\\\n]|\\.)*"|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[A-Za-z_]\w*|\+\+|--|&&|\|\||[-+*/%^!<>=~]=|\*\*=?|>>|./sy;

export function readAwk(text: string): AwkProgram {
  let at = 0;
  let environment = false;
  /** What stood before decides whether a slash begins a regular expression. */
  let operand = false;
  let previous = '';
  /** For each open bracket: whether it belongs to `if`, `while` or `for`. */
  const open: boolean[] = [];
  /** How many were open where a `print` began whose `>` or `|` would be a file or a command. */
  let printing: number | null = null;
  while (at < text.length) {
    const isExpression: boolean = text[at] === '/' && !operand;
    TOKEN.lastIndex = at;
    const token: string | undefined = isExpression ? expressionAt(text, at) : TOKEN.exec(text)?.[0];
    // A quote alone: a text that does not end.
    if (token === undefined || token === '"') return 'opaque';
    at += token.length;
    if (token === '\n' || (/^\s+$/.test(token) && token.includes('\n'))) {
      printing = null;
      operand = false;
      previous = ';';
      continue;
    }
    if (/^\s|^#|^\\\n/.test(token)) continue;
    if (isExpression) {
      operand = true;
      previous = token;
      continue;
    }
    if (/^[A-Za-z_]/.test(token)) {
      if (FORBIDDEN.test(token)) return 'opaque';
      if (token === 'ENVIRON') environment = true;
      if (token === 'print' || token === 'printf') printing = open.length;
      operand = !KEYWORDS.test(token);
    } else if (/^["\d.]/.test(token)) operand = true;
    else if (token === '(' || token === '[' || token === '{') {
      if (token === '{') printing = null;
      open.push(/^(?:if|while|for)$/.test(previous));
      operand = false;
    } else if (token === ')' || token === ']' || token === '}') {
      const control = open.pop();
      if (control === undefined) return 'opaque';
      if (token === '}') printing = null;
      operand = token !== '}' && !control;
    } else if (token === ';') {
      printing = null;
      operand = false;
    } else if (token === '++' || token === '--') {
      // `x++ /2/ y`: nobody should have to know.
      if (/^\s*\//.test(text.slice(at))) return 'opaque';
    } else if (token === '|' || token === '@' || token === '&' || token === '`' || token === "'") return 'opaque';
    else if ((token === '>' || token === '>>') && (token === '>>' || (printing !== null && open.length <= printing)))
      return 'opaque';
    else operand = false;
    previous = token;
  }
  return environment ? 'environment' : 'reads';
}

/** A regular expression with its slashes; undefined where it does not end on its line. A slash in brackets is one of them. */
function expressionAt(text: string, from: number): string | undefined {
  let bracket = -1;
  for (let at = from + 1; at < text.length; at += 1) {
    const letter = text[at]!;
    if (letter === '\n') return undefined;
    if (letter === '\\') at += 1;
    else if (bracket < 0 && letter === '/') return at > from + 1 ? text.slice(from, at + 1) : undefined;
    else if (bracket < 0 && letter === '[') bracket = text[at + 1] === '^' ? at + 1 : at;
    else if (bracket >= 0 && letter === ']' && at > bracket + 1) bracket = -1;
    else if (bracket >= 0 && text.startsWith('[:', at)) {
      CLASS.lastIndex = at;
      at += (CLASS.exec(text)?.[0].length ?? 1) - 1;
    }
  }
  return undefined;
}
const CLASS = /\[:[a-z]{1,12}:\]/y;

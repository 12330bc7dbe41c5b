/** What an awk program does besides printing. */

export type AwkProgram = 'reads' | 'environment' | 'opaque';

/** They run commands, read or write other files, or reach what is not the program's. */
const FORBIDDEN = /\b(?:system|getline|close|fflush|PROCINFO|SYMTAB|FUNCTAB|ARGV|ARGC)\b|@/;
const KEYWORDS =
  /^(?:print|printf|return|if|else|while|for|do|in|delete|exit|case|default|switch|next|BEGIN|END|BEGINFILE|ENDFILE|getline)$/;
const TOKEN =
  /\s+|\\\n|#[^\n]*|"(?:[^"\\\n]|\\.)*"|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[A-Za-z_]\w*|\+\+|--|&&|\|\||[-+*/%^!<>=~]=|\*\*=?|>>|./sy;
const REGEX = /\/(?:[^/\\[\n]|\\.|\[\^?\]?(?:[^\]\\]|\\.|\[:\w+:\])*\])+\//y;

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
    const pattern: RegExp = text[at] === '/' && !operand ? REGEX : TOKEN;
    pattern.lastIndex = at;
    const token: string | undefined = pattern.exec(text)?.[0];
    if (token === undefined) return 'opaque';
    at += token.length;
    if (token === '\n' || (/^\s+$/.test(token) && token.includes('\n'))) {
      printing = null;
      operand = false;
      previous = ';';
      continue;
    }
    if (/^\s|^#|^\\\n/.test(token)) continue;
    if (pattern === REGEX) {
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

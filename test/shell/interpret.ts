/**
 * A tiny shell over the reader's tree, for scripts whose every program is `p` (prints its arguments), `q` (prints them
 * and fails) or `cat`. What it prints must be what the real shells print.
 */
import type { Command, List, Part, Pipeline, ReadScript, SimpleCommand, Word } from '@synapse/shell';

/** The same programs for the real shells. */
export const DEFINITIONS = `p() { printf '<%s>' "$@"; printf '\\n'; }; q() { p "$@"; return 1; }; v=val`;

interface Result {
  readonly out: string;
  readonly ok: boolean;
}

export function interpret(script: ReadScript): string {
  return new Interpreter(script.text).list(script.list, '').out;
}

class Interpreter {
  readonly #text: string;
  readonly #functions: Map<string, Command>;

  constructor(text: string, functions = new Map<string, Command>()) {
    this.#text = text;
    this.#functions = functions;
  }

  list({ items }: List, input: string): Result {
    let out = '';
    let ok = true;
    let previous = '';
    for (const { pipeline, operator } of items) {
      const skipped = (previous === '&&' && !ok) || (previous === '||' && ok);
      if (!skipped) {
        const result = this.#pipeline(pipeline, input);
        out += result.out;
        ok = result.ok;
      }
      previous = operator;
    }
    return { out, ok };
  }

  #pipeline({ commands, negated }: Pipeline, input: string): Result {
    let result: Result = { out: input, ok: true };
    const shell = commands.length > 1 ? this.#subshell() : this;
    for (const command of commands) result = shell.#command(command, result.out);
    return { out: result.out, ok: result.ok !== negated };
  }

  #command(command: Command, input: string): Result {
    const result = this.#inner(command, input);
    const discarded = command.redirections.some(({ operator }) => operator === '>');
    return discarded ? { out: '', ok: result.ok } : result;
  }

  #inner(command: Command, input: string): Result {
    switch (command.kind) {
      case 'simple':
        return this.#simple(command, input);
      case 'subshell':
        return this.#subshell().list(command.body, input);
      case 'group':
        return this.list(command.body, input);
      case 'if': {
        let out = '';
        for (const { test, body } of command.branches) {
          const tested = this.list(test, input);
          out += tested.out;
          if (tested.ok) return this.#behind(out, body, input);
        }
        return command.otherwise === null ? { out, ok: true } : this.#behind(out, command.otherwise, input);
      }
      case 'while':
      case 'until': {
        const tested = this.list(command.test, input);
        if (tested.ok === (command.kind === 'while')) throw new Error('this loop would not end');
        return { out: tested.out, ok: true };
      }
      case 'for': {
        const results = command.words!.map(() => this.list(command.body, input));
        return { out: results.map(({ out }) => out).join(''), ok: results.at(-1)?.ok ?? true };
      }
      case 'case': {
        const subject = this.#value(command.subject.parts);
        const matches = (pattern: Word) => ['*', subject].includes(this.#value(pattern.parts));
        const clause = command.clauses.find(({ patterns }) => patterns.some(matches));
        return clause === undefined ? { out: '', ok: true } : this.list(clause.body, input);
      }
      case 'function':
        this.#functions.set(this.#value(command.name.parts), command.body);
        return { out: '', ok: true };
      default:
        throw new Error(`no ${command.kind} here`);
    }
  }

  #simple({ words, redirections }: SimpleCommand, input: string): Result {
    const [program, ...args] = words.map(({ parts }) => this.#value(parts));
    const heredoc = redirections.findLast((one) => one.heredoc !== null)?.heredoc;
    if (program === undefined) return { out: '', ok: true };
    if (program === 'cat') {
      const body = heredoc?.body ? this.#value(heredoc.body.parts) : input;
      return { out: heredoc?.stripTabs ? body.replace(/^\t+/gm, '') : body, ok: true };
    }
    const body = this.#functions.get(program);
    if (body !== undefined) return this.#command(body, input);
    if (program !== 'p' && program !== 'q') return { out: '', ok: false };
    return { out: `${args.map((arg) => `<${arg}>`).join('') || '<>'}\n`, ok: program === 'p' };
  }

  /** What is defined there is not known here. */
  #subshell(text = this.#text): Interpreter {
    return new Interpreter(text, new Map(this.#functions));
  }

  #behind(out: string, body: List, input: string): Result {
    const result = this.list(body, input);
    return { out: out + result.out, ok: result.ok };
  }

  #value(parts: readonly Part[]): string {
    return parts.map((part) => this.#part(part)).join('');
  }

  #part(part: Part): string {
    if ('value' in part) return part.value;
    switch (part.kind) {
      case 'parameter':
        return part.name === 'v' ? 'val' : this.#value(part.parts);
      case 'arithmetic':
        return this.#text.slice(part.start, part.end) === '$((1+2))' ? '3' : '?';
      case 'substitution':
        return this.#subshell().list(part.list, '').out.replace(/\n+$/, '');
      case 'backticks':
        return this.#subshell(part.script.text).list(part.script.list, '').out.replace(/\n+$/, '');
      case 'single':
      case 'double':
      case 'ansi':
        return this.#value(part.parts);
      default:
        return '?';
    }
  }
}

/** Builtins that print or compare text. */
import { type Stream, textOf } from '../arg.ts';
import { having, opaque } from '../judge-program.ts';
import { isUnknown } from '../pattern.ts';
import type { Call } from '../program.ts';
import type { Finding } from '../walk/frame.ts';

export function echo(call: Call): Finding {
  const texts = call.args.map(textOf);
  return { ...having(call, 'read'), output: echoed(call, texts) };
}

/** To the letter, where every shell prints the same. */
function echoed({ args }: Call, texts: readonly (string | null)[]): Stream {
  const secrets: readonly string[] = [];
  if (texts.every((text) => text !== null && !text.includes('\\')) && !/^-[neE]+$/.test(texts[0] ?? '')) {
    return { text: `${texts.join(' ')}\n`, lines: null, secrets };
  }
  const lines = args.every((arg) => !isUnknown(arg.pattern)) && args.length === 1 ? [args[0]!.pattern] : null;
  return { text: null, lines, secrets };
}

/** `-v` and `%n` assign to what may be more than a name. */
export function print(call: Call): Finding {
  const [format, ...rest] = call.args;
  const text = textOf(format);
  if (text?.startsWith('-v') === true || (text !== null && /%[^a-zA-Z%]*n/.test(text))) {
    return opaque(call, 'shell_setting');
  }
  const words = rest.map(textOf);
  const plain = text !== null && /^(?:[^%\\]|%s|\\n)*$/.test(text) && words.every((word) => word !== null);
  return {
    ...having(call, 'read'),
    output: { text: plain ? formatted(text, words as string[]) : null, lines: null, secrets: [] },
  };
}

function formatted(format: string, words: readonly string[]): string {
  const count = format.split('%s').length - 1;
  const rounds = count === 0 ? 1 : Math.max(1, Math.ceil(words.length / count));
  let next = 0;
  let said = '';
  for (let round = 0; round < rounds; round += 1) {
    said += format.replaceAll('\\n', '\n').replace(/%s/g, () => words[next++] ?? '');
  }
  return said;
}

/** `-v` looks a variable up by a name that bash evaluates. */
export function test(call: Call): Finding {
  const named = call.args.some((arg, at) => {
    const text = textOf(arg);
    if (text !== '-v' && text !== '-R') return false;
    return !/^[A-Za-z_]\w*$/.test(call.args[at + 1]?.pattern ?? '');
  });
  if (named) return opaque(call, 'shell_setting');
  return having(call, 'read');
}

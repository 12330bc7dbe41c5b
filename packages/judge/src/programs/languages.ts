/** Interpreters and editors: what they run or write is not known before. */
import { textOf } from '../arg.ts';
import { having, opaque } from '../judge-program.ts';
import type { Call, Program } from '../program.ts';
import type { Finding } from '../walk/frame.ts';
import { many } from './shared.ts';

/** Alone, and nothing but this. */
const asked =
  (versions: RegExp) =>
  (_read: unknown, call: Call): Finding => {
    const [only, ...more] = call.args;
    return textOf(only) !== null && more.length === 0 && versions.test(textOf(only)!)
      ? having(call, 'read')
      : opaque(call, 'runs_code');
  };
const interpreter = (versions = /^(?:--version|-V|-v)$/): Program => ({
  words: /^[-+]/,
  operands: 'text',
  judge: asked(versions),
});

const editor: Program = {
  words: /^[-+]/,
  operands: 'text',
  judge: (_read, call) => {
    const [only, ...more] = call.args;
    if (more.length === 0 && textOf(only) === '--version') return having(call, 'read');
    return { ...opaque(call, 'runs_code'), effects: ['change', 'opaque'] };
  },
};

const VERSION = /^(?:--version|-V)$/;

export const LANGUAGES: Readonly<Record<string, Program>> = {
  ...many('python deno', interpreter(VERSION)),
  ...many('node nodejs bun perl ruby julia elixir pwsh fish', interpreter(/^(?:--version|-v)$/)),
  ...many('php', interpreter(/^(?:--version|-v|-m)$/)),
  ...many('lua expect', interpreter(/^-v$/)),
  ...many('java', interpreter(/^(?:--?version|-fullversion)$/)),
  ...many('javac scala', interpreter(/^--?version$/)),
  ...many('Rscript R zsh', interpreter(/^--version$/)),
  ...many('tclsh osascript powershell ksh', interpreter(/^(?!)/)),
  ...many('vi vim nvim view nano pico ed ex emacs joe micro code', editor),
};

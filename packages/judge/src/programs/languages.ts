/** Interpreters and editors: whatever they run or write, nobody knows before. */
import { textOf } from '../arg.ts';
import { having, opaque } from '../judge-program.ts';
import type { Call, Program } from '../program.ts';
import type { Finding } from '../walk/frame.ts';

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
  python: interpreter(VERSION),
  node: interpreter(/^(?:--version|-v)$/),
  nodejs: interpreter(/^(?:--version|-v)$/),
  deno: interpreter(VERSION),
  bun: interpreter(/^(?:--version|-v)$/),
  perl: interpreter(/^(?:--version|-v)$/),
  ruby: interpreter(/^(?:--version|-v)$/),
  php: interpreter(/^(?:--version|-v|-m)$/),
  lua: interpreter(/^-v$/),
  java: interpreter(/^(?:--?version|-fullversion)$/),
  javac: interpreter(/^--?version$/),
  scala: interpreter(/^--?version$/),
  Rscript: interpreter(/^--version$/),
  R: interpreter(/^--version$/),
  julia: interpreter(/^(?:--version|-v)$/),
  elixir: interpreter(/^(?:--version|-v)$/),
  tclsh: interpreter(/^(?!)/),
  expect: interpreter(/^-v$/),
  osascript: interpreter(/^(?!)/),
  powershell: interpreter(/^(?!)/),
  pwsh: interpreter(/^(?:--version|-v)$/),
  zsh: interpreter(/^--version$/),
  ksh: interpreter(/^(?!)/),
  fish: interpreter(/^(?:--version|-v)$/),
  vi: editor,
  vim: editor,
  nvim: editor,
  view: editor,
  nano: editor,
  pico: editor,
  ed: editor,
  ex: editor,
  emacs: editor,
  joe: editor,
  micro: editor,
  code: editor,
};

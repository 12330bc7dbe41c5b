/** Pagers, manuals, and readers of JSON and its like. */
import { textOf } from '../arg.ts';
import { byOperands, having, opaque } from '../judge-program.ts';
import type { Call, Program, ReadArgs } from '../program.ts';
import type { Finding } from '../walk/frame.ts';
import { many, READS, TELLS } from './shared.ts';

/** `+cmd` is a command of the pager, and a pager has commands that run programs. */
function pager(read: ReadArgs, call: Call): Finding | undefined {
  const odd = read.operands.find((arg) => arg.pattern.startsWith('+'));
  return odd === undefined
    ? byOperands({ operands: 'content' }, read, call)
    : opaque(call, 'unexpected_argument', odd.pattern);
}

/** A page by its name; a file would be formatted as it says itself. */
function manual(read: ReadArgs, call: Call): Finding | undefined {
  const odd = read.operands.find((arg) => !/^[\w.:+-]+$/.test(arg.pattern));
  return odd === undefined ? undefined : opaque(call, 'unexpected_argument', odd.pattern);
}

const FILTER_OPENS = /\b(?:import|include|input_filename|modulemeta|get_search_list)\b/;
const FILTER_ENVIRONMENT = /\$ENV\b|\benv\b/;

/** The filter stands in front of the files. */
function jq(read: ReadArgs, call: Call): Finding {
  const [filter, ...files] = read.operands;
  // `--arg name value` takes two words: the value is then the first operand.
  const skipped = ['arg', 'argjson'].reduce((count, name) => count + (read.given.get(name)?.length ?? 0), 0);
  const all = [filter, ...files].slice(skipped);
  // Where options stand behind it, the filter is among the words that were taken for their values.
  const said = [filter, ...files].slice(0, skipped + 1).map(textOf);
  if (said.some((text) => text === null || FILTER_OPENS.test(text))) return opaque(call, 'runs_text');
  const plain = read.given.has('args') || read.given.has('jsonargs');
  const shown = plain ? [] : all.slice(1).filter((arg) => arg !== undefined);
  const finding = byOperands({ operands: 'content' }, { ...read, operands: shown }, call);
  return said.some((text) => FILTER_ENVIRONMENT.test(text!))
    ? { ...having(call, 'read', 'sensitive'), paths: finding.paths ?? [] }
    : finding;
}

function yq(read: ReadArgs, call: Call): Finding {
  const operands = /^(?:e|eval|ea|eval-all)$/.test(textOf(read.operands[0]) ?? '')
    ? read.operands.slice(1)
    : read.operands;
  const [filter, ...files] = operands;
  const text = textOf(filter);
  if (
    text === null ||
    /\b(?:load\w*|eval|env\w*|strenv|system|import|include|filename|split_doc)\b|\$ENV|\$__/.test(text)
  )
    return opaque(call, 'runs_text');
  return byOperands({ operands: 'content' }, { ...read, operands: files }, call);
}

const LESS: Program = {
  short: 'aABcCdeEfFgGiIJKmMnNqQrRsSuUVwWX~ b= h= j= p= x= y= z=',
  long: 'chop-long-lines no-init quit-if-one-screen quit-at-eof RAW-CONTROL-CHARS raw-control-chars line-numbers ignore-case squeeze-blank-lines LINE-NUMBERS',
  operands: 'content',
  judge: pager,
};
const MAN: Program = { short: 'afkK', long: 'all whatis apropos', operands: 'text', judge: manual };

export const READING: Readonly<Record<string, Program>> = {
  less: LESS,
  more: { short: 'dflpcsu n=', operands: 'content', judge: pager },
  most: { operands: 'content', judge: pager },
  ...many('bat batcat', {
    short: 'pnAu l= r=',
    long: 'plain number paging= style= color= language= line-range= show-all theme= decorations=',
    operands: 'content',
    judge: bat,
  }),
  man: MAN,
  ...many('apropos whatis', TELLS),
  // Of programs and documents.
  ...many('readelf pdfinfo', READS),
  jq: {
    short: 'rcsnejSaMCRh',
    long: 'raw-output compact-output slurp null-input exit-status sort-keys ascii-output monochrome-output color-output raw-input join-output tab indent= arg= argjson= args jsonargs stream seq help version raw-output0',
    operands: 'text',
    judge: (read, call) =>
      read.given.has('version') || read.given.has('help') || read.given.has('h')
        ? having(call, 'read')
        : jq(read, call),
  },
  yq: {
    // `-s` reads all at once in one program of that name, and writes files in the other.
    short: 'rPCMNjcne o= p= I=',
    long: 'raw-output prettyPrint colors no-colors no-doc tojson compact-output null-input exit-status output-format= input-format= indent= unwrapScalar version',
    operands: 'text',
    judge: (read, call) => (read.given.has('version') ? having(call, 'read') : yq(read, call)),
  },
  xmllint: { long: 'noout format xpath= html nonet', operands: 'content' },
  jsonlint: { short: 'q', operands: 'content' },
  figlet: { operands: 'text' },
  bc: { short: 'lqsw', operands: 'none' },
  /** `!` in what it reads is a command for the shell. */
  dc: { words: /^-/, operands: 'text', judge: (_read, call) => opaque(call, 'runs_code') },
  expr: { operands: 'text' },
  factor: { operands: 'text' },
  numfmt: {
    long: 'to= from= suffix= padding= field= format= to-unit= from-unit= grouping header? round= delimiter=',
    short: 'd=',
    operands: 'text',
  },
  // Without `--plugin`.
  nm: {
    short: 'aACDglnopPrSuUv',
    long: 'dynamic demangle extern-only undefined-only defined-only',
    operands: 'content',
  },
  objdump: {
    short: 'adDfghprRsStTwxCl j= b= m= M=',
    long: 'disassemble source section= syms dynamic-syms',
    operands: 'content',
  },
  size: { short: 'ABdotx', long: 'format= totals', operands: 'content' },
  uuidgen: { short: 'rt' },
  pygmentize: { words: /^-/, operands: 'text', judge: (_read, call) => opaque(call, 'runs_code') },
};

function bat(read: ReadArgs, call: Call): Finding | undefined {
  const paging = textOf(read.given.get('paging')?.[0]);
  return paging === null || paging === 'never' ? undefined : opaque(call, 'unknown_option', '--paging');
}

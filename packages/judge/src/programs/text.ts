/** Programs that print text, or make another text of it. */
import { textOf } from '../arg.ts';
import { byOperands, having, opaque } from '../judge-program.ts';
import { NUMBER } from '../pattern.ts';
import type { Call, Program, ReadArgs } from '../program.ts';
import type { Finding } from '../walk/frame.ts';
import { LOOKS, many, READS, TELLS } from './shared.ts';

/** What comes in goes out, perhaps less of it or in another order: lines are still those that came in. */
function passes(program: Program): Program {
  return {
    ...program,
    judge: (read, call) => {
      const finding = byOperands(program, read, call);
      return read.operands.length > 0 ? finding : { ...finding, output: { ...call.state.stdin, text: null } };
    },
  };
}

/** With nothing to do but pass on, all of it is known. */
function cat(program: Program): Program {
  return {
    ...program,
    judge: (read, call) => {
      const finding = byOperands(program, read, call);
      const all = read.operands.length === 0 && read.given.size === 0;
      return all ? { ...finding, output: call.state.stdin } : finding;
    },
  };
}

/** A second file would be written. */
function uniq(read: ReadArgs, call: Call): Finding | undefined {
  const [, output] = read.operands;
  if (read.operands.some((arg) => arg.many)) return opaque(call, 'unknown_argument');
  if (output === undefined)
    return {
      ...byOperands({ operands: 'content' }, read, call),
      output: { ...call.state.stdin, text: null, lines: null },
    };
  return byOperands({ operands: 'content' }, { ...read, operands: read.operands.slice(0, 1), written: [output] }, call);
}

function xxd(read: ReadArgs, call: Call): Finding {
  const [input, output] = read.operands;
  if (read.operands.some((arg) => arg.many)) return opaque(call, 'unknown_argument');
  const operands = input === undefined ? [] : [input];
  return byOperands(
    { operands: 'content' },
    { ...read, operands, written: output === undefined ? [] : [output] },
    call,
  );
}

const CODED: Program = {
  short: 'diD w=',
  long: 'decode ignore-garbage wrap=',
  operands: 'content',
  most: 1,
};

const SORT: Program = {
  short: 'bdfghiMnRrVcCmsuz k= t= S=',
  long: 'ignore-leading-blanks dictionary-order ignore-case general-numeric-sort human-numeric-sort ignore-nonprinting month-sort numeric-sort random-sort reverse version-sort check? merge stable unique zero-terminated key= field-separator= sort= buffer-size= parallel= debug',
  operands: 'content',
};

/** `-o` and `--output` write; `-T` and `--compress-program` are not known here. */
const SORT_OUTPUT: Program = { ...SORT, short: `${SORT.short} o>`, long: `${SORT.long} output>` };

export const TEXT: Readonly<Record<string, Program>> = {
  ...many('paste join fold fmt expand unexpand od hexdump hd', READS),
  ...many('md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum shasum', LOOKS),
  ...many('seq look', TELLS),
  cat: cat({
    short: 'AbeEnstTuv',
    long: 'show-all number-nonblank show-ends number squeeze-blank show-tabs show-nonprinting help version',
    operands: 'content',
  }),
  tac: { short: 'br s=', long: 'before regex separator=', operands: 'content' },
  nl: {
    short: 'p b= d= f= h= i= l= n= s= v= w=',
    long: 'body-numbering= number-format= number-width= starting-line-number=',
    operands: 'content',
  },
  head: passes({
    short: 'qvz0123456789 c- n-',
    long: 'bytes- lines- quiet silent verbose zero-terminated',
    operands: 'content',
  }),
  tail: passes({
    short: 'fFqvzr0123456789 c- n- s=',
    long: 'bytes- lines- follow? retry quiet silent verbose zero-terminated sleep-interval= max-unchanged-stats=',
    operands: 'content',
  }),
  wc: {
    short: 'clLmw',
    long: 'bytes chars lines max-line-length words total=',
    operands: 'names',
    judge: (read, call) =>
      read.operands.length === 0 && read.given.size === 1
        ? { ...having(call, 'read'), output: { text: null, lines: [NUMBER], secrets: [] } }
        : undefined,
  },
  cut: passes({
    short: 'nsz b= c= d- f=',
    long: 'bytes= characters= delimiter= fields= complement only-delimited output-delimiter= zero-terminated',
    operands: 'content',
  }),
  tr: {
    short: 'cCdst',
    long: 'complement delete squeeze-repeats truncate-set1',
    operands: 'text',
    least: 1,
  },
  sort: passes(SORT_OUTPUT),
  uniq: {
    short: 'cdDiuz f= s= w=',
    long: 'count repeated all-repeated? ignore-case unique zero-terminated skip-fields= skip-chars= check-chars= group?',
    operands: 'content',
    judge: uniq,
  },
  column: {
    short: 'txJnedLR s= o= c= N= H= T= W= E= O= C=',
    long: 'table fillrows json separator= output-separator= output-width= table-columns= table-right= table-hide= table-truncate= table-wrap= table-name=',
    operands: 'content',
  },
  rev: { short: '0', long: 'zero', operands: 'content' },
  xxd: { short: 'abeEiprupdC c= g= l= o= s-', operands: 'content', judge: xxd },
  shuf: {
    short: 'erz i= n= o>',
    long: 'echo repeat zero-terminated input-range= head-count= output> random-source<',
    operands: 'content',
  },
  // Without `--plugin`.
  strings: {
    short: 'afow n= t= e=',
    long: 'all print-file-name bytes= radix= encoding=',
    operands: 'content',
  },
  // Where they are BSD's, `-o` writes.
  base64: CODED,
  base32: CODED,
  tee: { short: 'aip', long: 'append ignore-interrupts output-error?', operands: 'write', judge: tee },
  split: { short: 'adexn l= b= C=', does: ['change'], operands: 'text' },
  csplit: { short: 'ksz n= f= b=', does: ['change'], operands: 'text' },
  iconv: { short: 'cls f= t= o>', long: 'from-code= to-code= list silent output>', operands: 'content' },
  yes: { operands: 'text' },
  printf: { ordered: true, operands: 'text' },
  echo: { operands: 'text' },
  jc: { short: 'apqr', operands: 'none' },
  dos2unix: { short: 'kq', does: ['change'], operands: 'write' },
};

/** Into files: a secret that comes in is then in them. */
function tee(read: ReadArgs, call: Call): Finding | undefined {
  const finding = byOperands({ operands: 'write' }, read, call);
  if (finding.effects.includes('change')) {
    for (const name of call.state.stdin.secrets) call.frame.found.redirectedSecrets.add(name);
  }
  const only = textOf(read.operands[0]);
  return { ...finding, output: only === null ? { ...call.state.stdin, text: null } : call.state.stdin };
}

/**
 * Random shell scripts: random sequences of tokens, most of them wrong, and scripts that print what they are made of.
 */
import fc from 'fast-check';

const TOKENS = [
  'a',
  'b',
  'x=1',
  'if ',
  'then ',
  'elif ',
  'else ',
  'fi',
  'for i in a b',
  'do ',
  'done',
  'while ',
  'until ',
  'in ',
  'case a in ',
  'esac',
  'a) ',
  '(a|b) ',
  ';;',
  '(',
  ')',
  '{ ',
  '}',
  '; ',
  ';',
  '\n',
  '&& ',
  '|| ',
  '| ',
  '|',
  '& ',
  '&',
  '! ',
  '> f',
  '2>&1',
  '< f',
  '>>g',
  '>|h',
  '<&3',
  '3<>f',
  '<<E\n',
  'x\nE\n',
  "'q'",
  '"d"',
  '"$v"',
  '$(a)',
  '`b`',
  '$((1+2))',
  '${v:-w}',
  '${v#',
  '"$(',
  '$(',
  '"',
  "'",
  '\\',
  '\\\n',
  '#c\n',
  ' ',
  ' ',
  ' ',
  'f() ',
  '*',
  '~',
  '[ ',
  '] ',
];

export const soup = fc
  .array(fc.constantFrom(...TOKENS), { minLength: 1, maxLength: 9 })
  .map((tokens) => tokens.join(''));

interface Grammar {
  word: string;
  simple: string;
  command: string;
  list: string;
}

const PLAIN_WORDS = [
  'a',
  "'b  c'",
  '"d  e"',
  'f\\ g',
  '"h\\"i"',
  `'j'"k"l`,
  'm#n',
  "''",
  'o=p',
  '"$v"',
  '$((1+2))',
  '${u:-x}',
  '"${u:-y  z}"',
  'A\\\nB',
  '"C\\\nD"',
  '\\$v',
  '"\\$\\e"',
  'if',
  'done',
  '}',
  '{',
  'esac',
  '!',
  '"(;)"',
  "'&|<>'",
  '"`p 1`"',
  '"`p \\`p 2\\``"',
  '"$(p 3; p 4)"',
  '"$(case a in a) p 5;; esac)"',
  '"${v#w}"',
  '${v}w',
  '$v"x"',
];
const HEREDOCS = [
  'cat <<E\nt "$v" \\$v \\\\ \\q \'a\' $(p 1) `p 2`\nE',
  "cat <<'E'\n$v `x` \\\\ $(\nE",
  'cat <<-E\n\ttab\n\tE',
  'cat <<E | cat\nE',
  'cat <<A <<"B"\n1\nA\n2 $v\nB',
];
const LOOSE = { maxDepth: 3, depthIdentifier: 'script' };

/** Prints, ends, and ends well, in every shell. */
export const { list: printing } = fc.letrec<Grammar>((tie) => {
  const list = tie('list') as fc.Arbitrary<string>;
  const simple = tie('simple') as fc.Arbitrary<string>;
  return {
    word: fc.oneof(
      LOOSE,
      { weight: 12, arbitrary: fc.constantFrom(...PLAIN_WORDS) },
      { weight: 1, arbitrary: list.map((text) => `"$( ${text}\n)"`) },
      { weight: 1, arbitrary: simple.map((text) => `"\${u:-$(${text})}"`) },
    ),
    simple: fc
      .tuple(
        fc.constantFrom('p', 'p', 'p', 'q', 'x=1 p', '"p"', '\\p', "p ''"),
        fc.array(tie('word'), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('', '', '', '', ' >/dev/null', ' 2>&1'),
      )
      .map(([program, words, rest]) => `${program} ${words.join(' ')}${rest}`),
    command: fc.oneof(
      LOOSE,
      { weight: 8, arbitrary: simple },
      { weight: 1, arbitrary: list.map((text) => `( ${text})`) },
      { weight: 1, arbitrary: list.map((text) => `{ ${text}; }`) },
      {
        weight: 1,
        arbitrary: fc.tuple(list, list).map(([a, b]) => `if ${a}; then ${b}; elif q; then p no\nelse p no; fi`),
      },
      { weight: 1, arbitrary: fc.tuple(tie('word'), list).map(([w, body]) => `for i in ${w} 'k k'; do ${body}\ndone`) },
      {
        weight: 1,
        arbitrary: fc.tuple(list, list).map(([a, b]) => `case "a" in (b|c) ${a};; a) ${b};; *) p no; esac`),
      },
      { weight: 1, arbitrary: list.map((text) => `while q "$( ${text}\n)"; do p no; done`) },
      { weight: 1, arbitrary: list.map((text) => `f${text.length}() { ${text}\n}; f${text.length}`) },
      { weight: 1, arbitrary: fc.constantFrom(...HEREDOCS).map((text) => `${text}\np z`) },
    ),
    list: fc
      .array(
        fc.tuple(
          fc.constantFrom('', '', '', '! '),
          tie('command'),
          fc.constantFrom('; ', '\n', ' && ', ' ||\n', ' |\n', ' # c "\n'),
        ),
        { minLength: 1, maxLength: 2 },
      )
      .map((items) => `${items.map((item, index) => (index === 0 ? item : item.slice(1)).join('')).join('')}p e`),
  };
});

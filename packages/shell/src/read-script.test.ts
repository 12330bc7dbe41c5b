import { describe, expect, it } from 'vitest';
import { type Command, fixedText, type List, readScript, type Word, wordText } from './index.ts';

/** A tree on one line: `(if (a) (b))`. Words are decoded; `~` marks those that are only known at run time. */
function drawn(text: string): string {
  const word = (one: Word): string => (fixedText(one) === null ? `~${wordText(one, text)}` : wordText(one, text));
  const list = ({ items }: List): string =>
    items
      .map(({ pipeline, operator }) => {
        const commands = pipeline.commands.map(command).join(' | ');
        return `${pipeline.negated ? '! ' : ''}${commands}${operator === '\n' ? ';' : operator}`;
      })
      .join(' ');
  const command = (one: Command): string => {
    const redirections = one.redirections.map(({ descriptor, operator, target, heredoc }) =>
      target === null
        ? `${operator}${JSON.stringify(text.slice(heredoc!.body!.start, heredoc!.body!.end))}`
        : `${descriptor}${operator}${word(target)}`,
    );
    return [inner(one), ...redirections].filter(Boolean).join(' ');
  };
  const inner = (one: Command): string => {
    switch (one.kind) {
      case 'simple':
        return [...one.assignments.map(({ name, word: whole }) => `${name}:${word(whole)}`), ...one.words.map(word)]
          .map((said) => `‹${said}›`)
          .join('');
      case 'subshell':
      case 'group':
        return `(${one.kind} ${list(one.body)})`;
      case 'if':
        return `(if ${one.branches.map(({ test, body }) => `(${list(test)}) (${list(body)})`).join(' ')}${one.otherwise ? ` (${list(one.otherwise)})` : ''})`;
      case 'while':
      case 'until':
        return `(${one.kind} (${list(one.test)}) (${list(one.body)}))`;
      case 'for':
      case 'select':
        return `(${one.kind} ${one.variable ? word(one.variable) : ''} [${one.words?.map(word).join(' ') ?? '@'}] (${list(one.body)}))`;
      case 'case':
        return `(case ${word(one.subject)} ${one.clauses.map(({ patterns, body }) => `[${patterns.map(word).join(' ')}] (${list(body)})`).join(' ')})`;
      case 'function':
        return `(function ${word(one.name)} ${command(one.body)})`;
      case 'coprocess':
        return `(coprocess ${command(one.body)})`;
      case 'double-brackets':
        return `[[${one.words.map(word).join(' ')}]]`;
      case 'arithmetic':
        return '((…))';
    }
  };
  return list(readScript(text).list);
}

describe('the tree', () => {
  it.each([
    ['a b  c', '‹a›‹b›‹c›'],
    [`'a b'"c d"e\\ f`, '‹a bc de f›'],
    ['r\\m "su"do \'id\'', '‹rm›‹sudo›‹id›'],
    ["$'\\x72\\155' $'\\u0061\\tb' $'it\\'s'", "‹rm›‹a\tb›‹it's›"],
    ['a $b "${c:-d}" `e` $(f) $((1))', '‹a›‹~$b›‹~${c:-d}›‹~`e`›‹~$(f)›‹~$((1))›'],
    ['ls *.ts a[bc] ~/x [ a ]', '‹ls›‹~*.ts›‹~a[bc]›‹~~/x›‹[›‹a›‹]›'],
    ['A=1 B+="x y" c A=2', '‹A:A=1›‹B:B+=x y›‹c›‹A=2›'],
    ['a[1]=b c', '‹a:~a[1]=b›‹c›'],
    ['ca\\\nse a in a) b;; esac', '(case a [a] (‹b›))'],
    ['a && b || c; d & e | f', '‹a›&& ‹b›|| ‹c›; ‹d›& ‹e› | ‹f›'],
    ['! a | b', '! ‹a› | ‹b›'],
    ['a # b\nc', '‹a›; ‹c›'],
    ['a#b c', '‹a#b›‹c›'],
    ['a >b 2>&1 <c 3<>d >|e', '‹a› >b 2>&1 <c 3<>d >|e'],
    ['>a b c', '‹b›‹c› >a'],
    ['a &>b', '‹a› &>b'],
    ['(a; b) >c', '(subshell ‹a›; ‹b›) >c'],
    ['{ a; } | b', '(group ‹a›;) | ‹b›'],
    ['{a b}', '‹{a›‹b}›'],
    ['if a; then b; elif c; then d; else e; fi', '(if (‹a›;) (‹b›;) (‹c›;) (‹d›;) (‹e›;))'],
    ['while a; do b; done; until c\ndo d\ndone', '(while (‹a›;) (‹b›;)); (until (‹c›;) (‹d›;))'],
    ['for i in a "b c"; do d; done', '(for i [a b c] (‹d›;))'],
    ['for i; do d; done', '(for i [@] (‹d›;))'],
    ['case $x in (a|b) c;; *) d; esac', '(case ~$x [a b] (‹c›) [~*] (‹d›;))'],
    ['f() { a; } >b; f', '(function f (group ‹a›;) >b); ‹f›'],
    ['function f { a; }', '(function f (group ‹a›;))'],
    ['[[ a =~ ^(b|c)$ && ! -f x ]] || d', '[[a =~ ^(b|c)$ && ! -f x]]|| ‹d›'],
    ['((i++)) && a', '((…))&& ‹a›'],
    ['coproc { a; }', '(coprocess (group ‹a›;))'],
    ['cat <<E | b\nx $y\nE\nc', '‹cat› <<"x $y\\n" | ‹b›; ‹c›'],
    ["cat <<-'E'\n\tx\n\tE\nc", '‹cat› <<-"\\tx\\n"; ‹c›'],
    ['cat <<A <<B\n1\nA\n2\nB', '‹cat› <<"1\\n" <<"2\\n";'],
    ['time a', '‹time›‹a›'],
    ['echo if { ! } done', '‹echo›‹if›‹{›‹!›‹}›‹done›'],
  ])('%s', (text, expected) => {
    expect(drawn(text)).toBe(expected);
    expect(readScript(text).problem).toBeNull();
  });

  it.each([
    ["a 'b", { at: 4, open: 'quotes' }],
    ['a "b $(c', { at: 8, open: 'other' }],
    ['a $(b', { at: 5, open: 'other' }],
    ['a <<E\nb', { at: 7, open: 'heredoc' }],
    ['a ) b', { at: 2, open: null }],
    ['a; then b', { at: 3, open: null }],
    ['if a; fi', { at: 6, open: null }],
    ['a | | b', { at: 4, open: null }],
  ])('says where %s is wrong', (text, problem) => {
    expect(readScript(text).problem).toMatchObject(problem);
  });

  it('says where everything stands, in commands of commands, too', () => {
    const text = 'A=1 b "$(c d)" >e';
    const [command] = readScript(text).list.items[0]!.pipeline.commands;
    const at = (span: { start: number; end: number }) => text.slice(span.start, span.end);
    if (command?.kind !== 'simple') throw new Error('it is a simple command');
    expect([...command.assignments, ...command.words, ...command.redirections].map(at)).toEqual([
      'A=1',
      'b',
      '"$(c d)"',
      '>e',
    ]);
    const [quoted] = command.words[1]!.parts;
    const inside = quoted?.kind === 'double' ? quoted.parts[0] : undefined;
    expect(inside?.kind === 'substitution' ? at(inside.list) : '').toBe('c d');
  });

  it('takes a hole for one piece of a word, wherever it stands', () => {
    const holeAt = (text: string, at: number) => (text.startsWith('{{X}}', at) ? 5 : 0);
    const holes = (text: string) => readScript(text, { holeAt }).holes;
    expect(holes('a {{X}} "{{X}}" \'{{X}}\' ${v:-{{X}}} $(b {{X}}) `c {{X}}` # {{X}}')).toBe(6);
    expect(holes('cat <<E\n{{X}}\nE')).toBe(1);
    expect(holes('a \\{{X}} {{Y}}')).toBe(0);
  });
});

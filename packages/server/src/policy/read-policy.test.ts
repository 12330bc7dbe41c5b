import { Refusal } from '@synapse/contract';
import { describe, expect, it } from 'vitest';
import { readPolicy } from './read-policy.ts';

const EXAMPLE = `version: 1
default: open                 # preset for machines that nothing below names
machines:
  "prod-*": careful           # slug, glob or tag:name
  "tag:laptop": open
rules:
  - name: deploys need me
    when: { machine: "prod-*", program: [docker, kubectl], effect: change }
    then: ask
  - name: the key stays at home
    when: { secret: STRIPE_KEY, not_machine: billing }
    then: deny
  - name: caches may go
    when: { machine: "tag:ci", program: rm, path: "/var/cache/**" }
    then: allow
`;

/** The refusal, by its places and what it says in English. */
async function problems(text: string): Promise<string[]> {
  const error = await readPolicy(text).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error === null) return [];
  if (!(error instanceof Refusal)) throw error;
  expect(error.code).toBe('policy_invalid');
  return error.fieldsIn('en').map(({ field, problem }) => `${field} ${problem}`);
}

it('reads the example of the reference', async () => {
  const policy = await readPolicy(EXAMPLE);
  expect(policy.fallback).toBe('open');
  expect(policy.machines).toEqual([
    { key: 'prod-*', preset: 'careful' },
    { key: 'tag:laptop', preset: 'open' },
  ]);
  expect(policy.rules).toEqual([
    {
      name: 'deploys need me',
      when: { machine: ['prod-*'], program: ['docker', 'kubectl'], effect: ['change'] },
      verdict: 'ask',
      askClient: false,
      reveal: false,
    },
    {
      name: 'the key stays at home',
      when: { secret: ['STRIPE_KEY'], not_machine: ['billing'] },
      verdict: 'deny',
      askClient: false,
      reveal: false,
    },
    {
      name: 'caches may go',
      when: { machine: ['tag:ci'], program: ['rm'], path: ['/var/cache/**'] },
      verdict: 'allow',
      askClient: false,
      reveal: false,
    },
  ]);
});

it('reads nothing as nothing, and a rule without a name or conditions', async () => {
  for (const text of ['', '\n', '# only a comment\n', '---\n']) {
    expect(await readPolicy(text)).toEqual({ fallback: 'open', machines: [], rules: [] });
  }
  expect((await readPolicy('rules: [{ then: ask, ask: client }]')).rules).toEqual([
    { name: 'rule 1', when: {}, verdict: 'ask', askClient: true, reveal: false },
  ]);
  // As it was typed: no booleans, no numbers.
  expect((await readPolicy('rules: [{ name: 1.50, when: { secret: no }, then: deny }]')).rules[0]).toMatchObject({
    name: '1.50',
    when: { secret: ['no'] },
  });
});

describe('a wrong text is refused with its place and the nearest word:', () => {
  it.each([
    ['default: carefull', '1:10 “carefull” is unknown; did you mean “careful”?'],
    ['defalt: open', '1:1 “defalt” is unknown; did you mean “default”?'],
    ['machines:\n  web: opn', '2:8 “opn” is unknown; did you mean “open”?'],
    [
      'rules:\n  - name: x\n    when: { machin: web }\n    then: deny',
      '3:13 “machin” is unknown; did you mean “machine”?',
    ],
    ['rules:\n  - when: { effect: [read, chnge] }\n    then: deny', '2:28 “chnge” is unknown; did you mean “change”?'],
    ['rules:\n  - when: { source: web }\n    then: deny', '2:21 “web” is unknown'],
    ['rules:\n  - then: allw', '2:11 “allw” is unknown; did you mean “allow”?'],
    ['rules:\n  - name: x', '2:5 the rule does not say what follows'],
    ['rules:\n  - { then: deny, ask: client }', '2:24 ask goes with then: ask'],
    ['rules:\n  - { when: { hours: "8-18" }, then: deny }', '2:22 hours are written as'],
    ['rules:\n  - { when: { hours: "mon-fri 08:00-18:00 Europe/Pariss" }, then: deny }', '2:22 hours are written as'],
    ['rules:\n  - { when: { path: etc }, then: deny }', '2:21 a path is absolute'],
    ['rules:\n  - { when: { program: [] }, then: deny }', '2:24 the list is empty'],
    ['rules:\n  - { when: { program: }, then: deny }', '2:24 a word is expected here'],
    ['rules: { then: deny }', '1:8 a list is expected here'],
    ['rules:\n  - deny', '2:5 keys and values are expected here'],
    ['- default: open', '1:1 keys and values are expected here'],
    ['open', '1:1 keys and values are expected here'],
    ['version: 2', '1:10 the version of this format is 1'],
    ['default: open\ndefault: closed', '2:1 Map keys must be unique'],
    ['default: [open', '1:15 '],
    ['default: "open', '1:15 '],
    ['\tdefault: open', '1:1 '],
    ['a: &x careful\ndefault: *x', '1:1 “a” is unknown'],
    ['default: *nobody', '1:10 '],
    ['default: !!js/function "x"', '1:10 '],
    ['rules: [{ name: x, then: deny }, { name: x, then: ask }]', '1:34 two rules are called “x”'],
    ['default: open\n---\ndefault: closed', '2:1 '],
  ])('%s', async (text, expected) => {
    expect((await problems(text))[0]).toContain(expected);
  });
});

it('names every problem, the first one in the message, in both languages', async () => {
  const error = await readPolicy('defalt: open\nrulez: []').catch((thrown: Refusal) => thrown as Refusal);
  expect(error).toMatchObject({ status: 422, fields: [{ field: '1:1' }, { field: '2:1' }] });
  expect((error as Refusal).in('fr')).toMatch(/^Politique refusée, ligne 1, colonne 1 : « defalt » est inconnu/);
  expect((error as Refusal).in('en')).toMatch(/^Policy refused, line 1, column 1: “defalt” is unknown/);
});

it('names the limit on the values of all conditions together', async () => {
  const rule = (n: number, values: number) =>
    `  - { name: r${n}, when: { path: [${Array.from({ length: values }, (_, at) => `/x/${at}`).join(', ')}] }, then: deny }\n`;
  const full = `rules:\n${[1, 2, 3, 4, 5].map((n) => rule(n, 100)).join('')}`;
  expect(await problems(full)).toEqual([]);
  const found = await problems(full + rule(6, 1));
  expect(found).toHaveLength(1);
  expect(found[0]).toContain('at most 500 values in all conditions together');
});

describe('hostile texts are refused, in few words:', () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefghij']
    .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[at]}`).join(',')}]`)
    .join('\n')}\n`;
  it.each([
    ['an alias bomb', bomb],
    ['brackets', '['.repeat(60_000)],
    ['closed brackets', '['.repeat(30_000) + ']'.repeat(30_000)],
    ['braces', '{a: '.repeat(15_000)],
    ['dashes', '- '.repeat(30_000)],
    ['indentation', Array.from({ length: 300 }, (_, at) => `${' '.repeat(at)}a:`).join('\n')],
    ['question marks', '? '.repeat(30_000)],
    ['a word without end', `default: ${'x'.repeat(60_000)}`],
    ['an unknown key without end', `${'k'.repeat(1_000)}: open`],
    ['too much', `# ${'x'.repeat(65_536)}`],
    ['too many rules', `rules:\n${'  - { then: deny }\n'.repeat(201)}`],
    ['quotes', '"'.repeat(60_000)],
    ['tags', '!'.repeat(60_000)],
    ['anchors', '&a '.repeat(20_000)],
    ['block scalars', '|\n'.repeat(30_000)],
    ['merge keys', 'x: &x { default: open }\n<<: *x\n'],
    ['a prototype', '__proto__: { default: open }\nconstructor: open'],
  ])('%s', async (_name, text) => {
    const found = await problems(text);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThanOrEqual(20);
    expect(found.join('').length).toBeLessThan(20_000);
  });
});

import { type Effect, inLanguage } from '@synapse/contract';
import type { JudgedPart, Judgement } from '@synapse/judge';
import { describe, expect, it } from 'vitest';
import { type Circumstances, compilePolicy } from './compile-policy.ts';
import { decide } from './decide.ts';
import { readPolicy } from './read-policy.ts';

const here: Circumstances = {
  machine: { slug: 'prod-1', tags: ['ci'], confirmed: true },
  container: null,
  source: 'mcp',
  tokenLabel: 'Cursor at work',
  at: Date.parse('2026-01-05T09:00:00Z'),
};
const part = (program: string | null, effects: Effect[], more: Partial<JudgedPart> = {}): JudgedPart => ({
  text: program ?? '?',
  program,
  effects,
  paths: [],
  secrets: [],
  why: 'because',
  ...more,
});
const judged = (...parts: JudgedPart[]): Judgement => ({
  parts,
  effects: [...new Set(parts.flatMap(({ effects }) => effects))],
  redirectedSecrets: [],
  handed: null,
});
const policyDecision = async (
  policies: readonly string[],
  judgement: Judgement,
  circumstances: Partial<Circumstances> = {},
) => {
  const compiled = await Promise.all(policies.map(async (text) => compilePolicy(await readPolicy(text))));
  const secrets = [...new Set(judgement.parts.flatMap((each) => each.secrets))];
  return decide(compiled, judgement, { ...here, ...circumstances }, secrets);
};
const verdict = async (policy: string, judgement: Judgement, circumstances: Partial<Circumstances> = {}) => {
  const { verdict, rule } = await policyDecision([policy], judgement, circumstances);
  return rule === null ? verdict : `${verdict} by ${rule}`;
};

describe('presets', () => {
  it.each([
    ['open', ['catastrophe', 'opaque'], 'allow'],
    ['careful', ['read'], 'allow'],
    ['careful', [], 'allow'],
    ['careful', ['read', 'change'], 'ask'],
    ['careful', ['network'], 'ask'],
    ['careful', ['privileged', 'read'], 'ask'],
    ['careful', ['sensitive', 'read'], 'ask'],
    ['careful', ['opaque'], 'ask'],
    ['careful', ['change', 'catastrophe'], 'deny'],
    ['look', ['read'], 'allow'],
    ['look', ['read', 'change'], 'deny'],
    ['closed', ['read'], 'deny'],
  ] as [string, Effect[], string][])('%s: %s is %s', async (preset, effects, expected) => {
    const { verdict, confine, rule } = await policyDecision([`default: ${preset}`], judged(part('x', effects)));
    const confined = expected === 'allow' && preset !== 'open' ? preset : null;
    expect([verdict, rule, confine]).toEqual([expected, null, confined]);
  });

  it.each([
    ['a slug before a glob', '"prod-*": closed\n  prod-1: open', 'open'],
    ['the longer glob', '"prod-*": open\n  "p*": closed', 'open'],
    ['a glob before a tag', '"*": open\n  "tag:ci": closed', 'open'],
    ['a tag before the default', '"tag:ci": closed', 'closed'],
    ['of two tags the stricter', '"tag:c*": open\n  "tag:ci": careful', 'careful'],
    ['somebody else’s tag not', '"tag:lab": closed', 'look'],
    ['somebody else’s slug not', 'prod-12: closed', 'look'],
  ])('the most specific wins: %s', async (_name, machines, expected) => {
    const { preset } = await policyDecision([`default: look\nmachines:\n  ${machines}`], judged(part('x', ['read'])));
    expect(preset).toBe(expected);
  });
});

const rules = (...list: string[]): string =>
  `default: careful\nrules:\n${list.map((rule) => `  - ${rule}\n`).join('')}`;

describe('rules', () => {
  const rm = (...paths: string[]) => judged(part('rm', ['change'], { paths }));
  it('the verdict is that of the worst part, and a rule lifts the parts that it matches alone', async () => {
    const policy = rules('{ name: caches, when: { program: rm, path: "/var/cache/**" }, then: allow }');
    expect(await verdict(policy, rm('/var/cache/a'))).toBe('allow by caches');
    expect(await verdict(policy, rm('/var/cache/a', '/etc/passwd'))).toBe('ask');
    expect(await verdict(policy, rm())).toBe('ask');
    const ls = { ...part('ls', ['read']), exact: true } as const;
    expect(await verdict(policy, judged(ls, ...rm('/var/cache/a').parts))).toBe('allow by caches');
    // It runs outside of the sandbox, together with what the rule is about, and nothing says for sure that it reads.
    expect(await verdict(policy, judged(part('awk', ['read']), ...rm('/var/cache/a').parts))).toBe('ask');
    expect(await verdict(policy, judged(part('mv', ['change']), ...rm('/var/cache/a').parts))).toBe('ask');
    const decided = await policyDecision([policy], judged(...rm('/var/cache/a').parts, part('mv', ['change'])));
    expect(decided.parts.map(({ verdict, rule }) => [verdict, rule])).toEqual([
      ['allow', 'caches'],
      ['ask', null],
    ]);
  });

  it('of those that match the strictest counts, in whatever order they stand', async () => {
    const [a, b, c] = ['{ name: a, then: allow }', '{ name: b, then: ask }', '{ name: c, then: deny }'];
    const change = judged(part('x', ['change']));
    for (const order of [
      [a, b, c],
      [c, b, a],
      [b, c, a],
    ]) {
      expect(await verdict(rules(...(order as string[])), change)).toBe('deny by c');
    }
    expect(await verdict(rules(a!, b!), change)).toBe('ask by b');
    expect(await verdict(rules(b!, a!), judged(part('x', ['read'])))).toBe('ask by b');
  });

  it('what is opaque or a catastrophe is lifted by a rule that names it, and by no other', async () => {
    const named = (effect: string) => rules(`{ name: yes, when: { effect: ${effect} }, then: allow }`);
    const any = rules('{ name: yes, then: allow }');
    for (const worst of ['opaque', 'catastrophe'] as const) {
      const judgement = judged(part(null, ['change', worst]));
      const unlifted = worst === 'opaque' ? 'ask' : 'deny';
      expect(await verdict(any, judgement)).toBe(unlifted);
      expect(await verdict(named('change'), judgement)).toBe(unlifted);
      expect(await verdict(named(worst), judgement)).toBe('allow by yes');
    }
    expect(await verdict(named('opaque'), judged(part(null, ['opaque', 'catastrophe'])))).toBe('deny');
    expect(await verdict(named('[opaque, catastrophe]'), judged(part(null, ['opaque', 'catastrophe'])))).toBe(
      'allow by yes',
    );
  });

  it('what a closed machine or one for looking denies is lifted by nobody', async () => {
    for (const preset of ['closed', 'look']) {
      const policy = `default: ${preset}\nrules: [{ name: yes, when: { effect: change }, then: allow }]`;
      expect(await verdict(policy, judged(part('x', ['change'])))).toBe('deny');
    }
    expect(
      await verdict(rules('{ name: b, when: { effect: catastrophe }, then: ask }'), judged(part('x', ['catastrophe']))),
    ).toBe('deny');
  });

  it.each([
    ['machine: "prod-*"', true],
    ['machine: ["web-*", "tag:ci"]', true],
    ['machine: web-1', false],
    ['not_machine: billing', true],
    ['not_machine: [billing, "prod-?"]', false],
    ['not_machine: "tag:ci"', false],
    ['container: app', false],
    ['token: "Cursor*"', true],
    ['token: cursor', false],
    ['source: [rest, mcp]', true],
    ['source: cli', false],
    ['hours: "mon 08:00-10:00"', true],
    ['hours: ["mon 01:00-02:00", "mon 08:00-10:00"]', true],
    ['hours: "tue 08:00-10:00"', false],
    ['program: [cat, "my*"]', true],
    ['program: sql', false],
    ['effect: [network, change]', true],
    ['effect: network', false],
    ['path: "/etc/**"', true],
    ['path: "/srv/**"', false],
    ['secret: DB_*', true],
    ['secret: API', false],
    ['machine: prod-1, program: mysql', true],
    ['machine: prod-1, program: psql', false],
  ])('match by { %s }: %s', async (when, matches) => {
    const judgement = judged(part('mysql', ['read', 'change'], { paths: ['/etc/my.cnf'], secrets: ['DB_PASSWORD'] }));
    const policy = `rules: [{ name: r, when: { ${when} }, then: deny }]`;
    expect(await verdict(policy, judgement)).toBe(matches ? 'deny by r' : 'allow');
  });

  it('match a container by its name, and what runs in none by no name', async () => {
    const policy = 'rules: [{ name: r, when: { container: "a*" }, then: deny }]';
    expect(await verdict(policy, judged(part('x', [])), { container: 'app' })).toBe('deny by r');
    expect(await verdict(policy, judged(part('x', [])), { container: 'db' })).toBe('allow');
  });

  it('only what runs outside of a sandbox logs in with one', async () => {
    const plain = { secrets: ['KEY'], exact: true, logsIn: true } as const;
    expect(await verdict('default: careful', judged(part('psql', ['read'], { ...plain, outside: true })))).toBe(
      'allow',
    );
    expect(await verdict('default: careful', judged(part('tr', ['read'], plain)))).toBe('ask');
  });

  it('what nobody knows may start any of its words', async () => {
    const unknown = (text: string, effects: Effect[] = ['opaque']) => judged({ ...part('prlimit', effects), text });
    const open = 'rules: [{ name: no, when: { program: docker }, then: deny }]';
    for (const text of ['prlimit docker rm x', 'prlimit -c \'system("docker rm x")\'', 'prlimit /usr/bin/docker'])
      expect(await verdict(open, unknown(text)), text).toBe('deny by no');
    expect(await verdict(open, unknown('prlimit docker-compose'))).toBe('allow');
    expect(await verdict(open, unknown('prlimit docker', ['read']))).toBe('allow');
    const allows = '{ name: yes, when: { program: docker, effect: opaque }, then: allow }';
    expect(await verdict(rules(allows), unknown('prlimit docker rm x'))).toBe('ask');
  });

  it('a secret that no part is known to get may reach any of them', async () => {
    const policy = compilePolicy(await readPolicy('rules: [{ name: home, when: { secret: KEY }, then: deny }]'));
    const judgement = { ...judged(part('x', ['read'])), redirectedSecrets: ['KEY'] };
    expect(decide([policy], judgement, here, ['KEY']).verdict).toBe('deny');
    expect(decide([policy], judged(part('x', ['read'])), here, ['KEY']).verdict).toBe('deny');
    expect(decide([policy], judged(part('x', ['read'])), here, []).verdict).toBe('allow');
  });

  it('to be allowed, all of its secrets must match', async () => {
    const policy = rules('{ name: yes, when: { secret: "DB_*" }, then: allow }');
    expect(await verdict(policy, judged(part('x', ['network'], { secrets: ['DB_A', 'DB_B'] })))).toBe('allow by yes');
    expect(await verdict(policy, judged(part('x', ['network'], { secrets: ['DB_A', 'KEY'] })))).toBe('ask');
  });
});

it('names once what asks, and once why, however many parts that concerns', async () => {
  const parts = [
    part('touch', ['change'], { text: 'touch a' }),
    part('tee', ['change'], { text: 'tee b' }),
    part('touch', ['change'], { text: 'touch a' }),
    part('curl', ['network'], { text: 'curl c', why: 'it asks.' }),
    part('rm', ['change'], { text: 'rm d' }),
  ];
  const policy = 'default: careful\nrules: [{ name: mind, when: { program: rm }, then: ask }]';
  const { why } = await policyDecision([policy], judged(...parts));
  expect(inLanguage(why, 'en')).toBe(
    'preset careful of prod-1, for “touch a”, “tee b”: because; for “curl c”: it asks; rule “mind”, for “rm d”: because',
  );
  expect(inLanguage(why, 'fr')).toBe(
    'préréglage careful de prod-1, pour « touch a », « tee b » : because ; pour « curl c » : it asks ; règle « mind », pour « rm d » : because',
  );
});

describe('two policies', () => {
  it('each is asked by itself, and the stricter answer counts', async () => {
    const change = judged(part('x', ['change']));
    const lenient = rules('{ name: mine, then: allow }');
    expect(await policyDecision([lenient, 'default: closed'], change)).toMatchObject({
      verdict: 'deny',
      rule: null,
      preset: 'closed',
    });
    expect(await policyDecision([lenient, 'default: careful'], change)).toMatchObject({
      verdict: 'ask',
      preset: 'careful',
    });
    expect(await policyDecision([lenient, 'default: open'], change)).toMatchObject({ verdict: 'allow', rule: 'mine' });
    expect(await policyDecision(['default: closed', 'rules: [{ name: all, then: allow }]'], change)).toMatchObject({
      verdict: 'deny',
    });
    expect(await policyDecision(['', 'default: look'], judged(part('x', ['read'])))).toMatchObject({
      verdict: 'allow',
      confine: 'look',
    });
  });
});

describe('a careful machine and its sandbox', () => {
  const [reads, exact] = [part('cat', ['read']), part('grep', ['read'], { exact: true })];
  const asks = part('docker', ['read'], { outside: true });
  const sure = part('docker', ['read'], { outside: true, exact: true });

  it.each([
    ['a read runs in it', [reads], {}, 'allow', 'careful'],
    ['what asks a service runs outside, in an exact form', [sure], {}, 'allow', null],
    ['with other exact forms', [sure, exact], {}, 'allow', null],
    ['and asks in any other', [asks], {}, 'ask', null],
    ['or with anything else', [sure, reads], {}, 'ask', null],
    ['where there is none, exact forms run', [exact], { unconfined: true }, 'allow', null],
    ['and others are asked about', [reads], { unconfined: true }, 'ask', null],
  ] as const)('%s', async (_, parts, circumstances, verdict, confine) => {
    expect(await policyDecision(['default: careful'], judged(...parts), circumstances)).toMatchObject({
      verdict,
      confine,
    });
  });

  it('what a rule lets through runs outside', async () => {
    const policy = 'default: careful\nrules: [{ name: mine, when: { program: rm }, then: allow }]';
    const rm = part('rm', ['change']);
    expect(await policyDecision([policy], judged(rm))).toMatchObject({ verdict: 'allow', confine: null });
    expect(await policyDecision([policy], judged(reads))).toMatchObject({ verdict: 'allow', confine: 'careful' });
    expect(await policyDecision([policy], judged(rm, asks))).toMatchObject({ verdict: 'ask' });
  });
});

it('private data is shown where every part matches a rule that says so', async () => {
  const policy = 'rules: [{ name: mine, when: { program: cat }, then: allow, reveal: true }]';
  const reveal = async (...parts: JudgedPart[]) => (await policyDecision([policy], judged(...parts))).reveal;
  expect(await reveal(part('cat', ['read']))).toBe(true);
  expect(await reveal(part('cat', ['read']), part('base64', ['read']))).toBe(false);
  expect((await policyDecision(['default: open'], judged(part('cat', ['read'])))).reveal).toBe(false);
});

it('the client is asked where every rule that asks says so, and never about the worst', async () => {
  const policy =
    'rules: [{ name: a, when: { program: x }, then: ask, ask: client }, { name: b, when: { program: y }, then: ask }]';
  const asks = async (...parts: JudgedPart[]) => (await policyDecision([policy], judged(...parts))).askClient;
  expect(await asks(part('x', ['change']))).toBe(true);
  expect(await asks(part('x', ['change']), part('z', ['sensitive']))).toBe(false);
  expect(await asks(part('x', ['change']), part('y', ['change']))).toBe(false);
  for (const effect of ['privileged', 'sensitive', 'catastrophe'] as const)
    expect(await asks(part('x', [effect]))).toBe(false);
  expect(await asks(part('z', ['change']))).toBe(false);
});

/** What becomes of outputs of programs that nobody knows, kind by kind. */
import { describe, expect, it } from 'vitest';
import { compact } from '../compact.ts';

const shorten = (lines: readonly string[]): { text: string; filter: string | null } =>
  compact({
    command: 'some-tool --all',
    exitCode: 0,
    stdout: `${lines.join('\n')}\n`,
    recovery: 'id',
    now: () => 0,
  });
const many = (count: number, line: (at: number) => string): string[] =>
  Array.from({ length: count }, (_, at) => line(at));

describe('rows of one kind', () => {
  const STATES = ['sent', 'held'];
  const rows = many(
    120,
    (at) => `${5_000 + at}  north  ${((at * 7919) % 1000) / 10}  ${STATES[at % 9 === 4 ? 1 : 0]}  ok`,
  );

  it('keep both ends, the extremes of their columns and what is rare; the rest is counted', () => {
    const { text, filter } = shorten(rows.map((row, at) => (at === 60 ? row.replace('sent', 'lost') : row)));
    expect(filter).toBe('rows');
    for (const at of [0, 3, 60, 117, 119]) expect(text).toContain(`${5_000 + at} north`);
    expect(text).toContain('lost');
    expect(text).toMatch(/… \d+ of 120 rows left out \(synapse_get_output execution_id=id\)$/);
    const largest = Math.max(...rows.map((row) => Number(row.split(/ +/)[2])));
    expect(text).toContain(` ${largest} `);
    expect(text.length).toBeLessThan(rows.join('\n').length / 2);
  });

  it('are all there where most have a counter of zero, except for those', () => {
    const counters = many(120, (at) => `node_counter_${at} = Counter32: ${at % 4 === 1 ? 10_000 + at : 0}`);
    const { text } = shorten(counters);
    for (const [at, row] of counters.entries()) if (at % 4 === 1) expect(text).toContain(row.split(' = ')[1]);
  });

  it.each([
    ['findings', (at: number) => `src/lanes.c:${at + 3}:${(at % 7) + 1}: gate ${(at * 31) % 17} is not closed here`],
    ['files', (at: number) => `${at * 13}  Stored  2026-11-15 20:18  src/lane${at % 4}/parcel${at}.bin`],
    ['names with a value', (at: number) => `key_f${at}=\\E[${at};2~ mode_${at}=${at % 5}`],
  ])('that are %s are never left out', (_, row) => {
    const { text } = shorten(many(80, row));
    expect(text).not.toContain('left out');
  });
});

describe('what is drawn or said again', () => {
  it('rulers, leaders and indents are short', () => {
    const lines = many(40, (at) => `${' '.repeat(8 * (at % 3))}Pages of table ${at}${'.'.repeat(40)} ${at * at}`);
    const { text } = shorten(['='.repeat(70), ...lines, '-'.repeat(70)]);
    expect(text).not.toMatch(/\.{5}|={5}|-{5}/);
    expect(text).toMatch(/Pages of table 39\.{3} 1521/);
  });

  it('a folder is explained once, and whole where an error names it', () => {
    const folder = '/opt/depot/share/sorting/machines/';
    const words = ['alder', 'birch', 'cedar', 'dogwood', 'elm', 'fir', 'ginkgo'];
    const lines = many(
      40,
      (at) => `${words[at % 7]} ${words[(at * 3) % 5]} reads ${folder}${words[at % 3]}/${words[at % 5]}.lua`,
    );
    const { text } = shorten([...lines, `error: ${folder}north.lua is damaged`]);
    expect(text).toContain(`…/ is ${folder}`);
    expect(text).toContain(`error: ${folder}north.lua is damaged`);
    expect(text.split(folder).length).toBeLessThan(8);
  });

  it('a folder of a site is explained once, and never twice', () => {
    const site = 'https://docs.depot.test/en/latest/';
    const words = ['alder', 'birch', 'cedar', 'dogwood', 'elm', 'fir', 'ginkgo'];
    const lines = many(40, (at) => `${words[at % 7]}: read ${site}${words[at % 5]}/${words[at % 3]}.html`);
    const { text } = shorten([...lines, ...many(9, (at) => `error ${words[at % 7]}: see ${site}errors.html`)]);
    expect(text.match(/ is https:[^,)]*/g)).toEqual([` is ${site}`]);
    expect(text).toContain(`error ginkgo: see ${site}errors.html`);
  });

  it('blocks that stood above are referred to, but not those that name a failure', () => {
    const block = many(6, (at) => `${'abcdef'[at]} long explanation of why gate ${'ghijkl'[at]} may be open today`);
    const failed = ['gate three: error 7', 'it happened in the morning', 'nobody was there to see it'];
    const between = (word: string) => [word, ...block, ...failed];
    const { text } = shorten(['alder', 'birch', 'cedar', 'elm', 'fir', 'ginkgo'].flatMap(between));
    expect(text.split('b long explanation').length).toBe(2);
    expect(text).toMatch(/… 6 lines as above, from “a long explanation[^”]*”/);
    expect(text.split('gate three: error 7').length).toBe(7);
  });

  it('attributes of XML that stay the same are said once; names never vanish', () => {
    const [first, second] = ['alder birch cedar elm fir gum'.split(' '), 'abcdefghij'.split('')];
    const names = many(60, (at) => `${first[at % 6]}-${second[Math.floor(at / 6)]}`);
    const fields = names.map(
      (name, at) => `  <field name="${name}" encoding="none" hide="${at > 40 ? 'yes' : 'no'}"/>`,
    );
    const { text, filter } = shorten(['<packet>', ...fields, '</packet>']);
    expect(filter).toBe('xml');
    for (const name of names) expect(text).toContain(`name="${name}"`);
    for (const once of ['encoding="none"', 'hide="no"', 'hide="yes"']) expect(text.split(once).length).toBe(2);
  });

  it('JSON between other lines is written for a reader', () => {
    const records = many(30, (at) => `    {\n      "id": ${at},\n      "state": "sent"\n    }${at < 29 ? ',' : ''}`);
    const { text } = shorten(['checking', '{', '  "rows": [', ...records, '  ]', '}', 'checked with warnings']);
    expect(text).toMatch(/^checking\n[\s\S]*rows\[30\]: id,state=sent[\s\S]*checked with warnings$/);
  });
});

describe('a sentence that nobody expects', () => {
  const steps = many(60, (at) => `Setting up package-${at} (1.${at}) ...`);
  const put = (line: string) => {
    const lines = [...steps.slice(0, 30), line, ...steps.slice(30)];
    const stdout = lines.join('\n');
    return compact({ command: 'apt-get install -y all', exitCode: 0, stdout, recovery: 'id', now: () => 0 }).text;
  };

  it('is put back where it names something', () => {
    expect(put('volume zx_81 was detached by the operator')).toContain('volume zx_81 was detached by the operator');
  });
});

import { describe, expect, it } from 'vitest';
import { compact } from '../compact.ts';
import { trimLinks } from './doc-links.ts';

const under = (label: string, count: number, host = 'https://depot.example'): string[] =>
  Array.from({ length: count }, (_, at) => [`gate ${at} is open`, `   ${label} ${host}/rules/r${at}.html`]).flat();

describe('links to explanations', () => {
  it.each(['More Info:', 'Reference:', 'help: see', '= help: for further information visit', 'See'])(
    'under many findings are left out but for the first: %s',
    (label) => {
      const lines = under(label, 6);
      const { lines: kept, dropped } = trimLinks(lines);
      expect(dropped).toBe(5);
      expect(kept).toEqual(lines.filter((line, i) => i === 1 || !line.includes('https')));
    },
  );

  it.each([
    ['of few findings', under('More Info:', 3)],
    ['that say where something is', under('Homepage:', 9)],
    ['that say where something was fetched', under('URL:', 9)],
    ['with words behind them', under('See', 9).map((line) => `${line} for lane 4`)],
    ['to many places', Array.from({ length: 9 }, (_, at) => `See https://lane${at}.example/gate`)],
  ])('stay, %s', (_, lines) => {
    expect(trimLinks(lines)).toEqual({ lines, dropped: 0 });
  });

  it('are counted by the marker, and the findings stay', () => {
    const names = ['oak', 'elm', 'ash', 'fir', 'yew', 'box', 'bay', 'fig', 'nut', 'pea', 'rye', 'oat'];
    const stdout = names
      .flatMap((name, at) => [
        `>> ${name} of lane ${at * 37} stands open at night`,
        `   More Info: https://d.example/r/${name}.html`,
      ])
      .join('\n');
    const { text } = compact({
      command: 'watch-gates',
      exitCode: 0,
      stdout: stdout,
      recovery: 'id',
      now: () => 0,
    });
    expect(text).toContain('11 links to explanations left out (synapse_get_output execution_id=id)');
    for (const name of names) expect(text).toContain(name);
    expect(text).toContain('https://d.example/r/oak.html');
    expect(text).not.toContain('fig.html');
  });
});

import { expect, it } from 'vitest';
import { type LogCells, logColumns } from './log-columns.ts';

const cells: LogCells = {
  id: '01k9z4v6q8abc',
  when: '59 min ago',
  who: 'mcp',
  machine: 'web-1.production',
  state: 'container_unavailable',
  duration: '123456 ms',
  command: 'echo '.repeat(100),
};

it.each([60, 80, 100, 160])('fits a screen of %i characters, with the command in it', (screen) => {
  for (const hasNames of [false, true]) {
    const line = logColumns(screen, hasNames).line(cells);
    expect(line.length).toBeLessThanOrEqual(screen);
    expect(line).toMatch(/^01k9z4v6q8abc/);
    expect(line).toContain('echo echo');
  }
});

it('cuts nothing of a command, a machine or a name for a program, and keeps the columns below each other', () => {
  const { line } = logColumns(null, true);
  const long = line({ ...cells, who: 'somebody-with-a-long-name' });
  expect(long).toContain(cells.command);
  expect(long).toContain('somebody-with-a-long-name');
  expect(long).toContain('web-1.production');
  const refused = line({ ...cells, machine: 'web' });
  const done = line({ ...cells, machine: 'web', state: '0', duration: '4 ms' });
  expect(refused.indexOf('echo')).toBe(done.indexOf('echo'));
});

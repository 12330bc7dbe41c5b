import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buildRedactor } from '../redaction/index.ts';
import { groupAnswers, type MachineAnswer } from './group-answers.ts';

const redactor = buildRedactor([{ name: 'S', value: 'Zq7kWm2xVeLp' }]);

function answer(machine: string, stdout: string, more: Partial<MachineAnswer['result']> = {}): MachineAnswer {
  const nothing = redactor.redactText('');
  const text = redactor.redactText(stdout);
  return {
    machine,
    executionId: randomBytes(13).toString('hex'),
    result: { success: true, exit_code: 0, status: 'done', stdout: text, stderr: nothing, truncated: false, ...more },
  };
}

const LINES = Array.from({ length: 60 }, (_, line) => `${line} ii  package-${line}  1.${line}.0-1  amd64`);

describe('the answers of many machines', () => {
  it('cost a tenth where nearly all are equal', async () => {
    const answers = Array.from({ length: 50 }, (_, n) =>
      answer(`web-${n}`, (n === 7 || n === 31 ? LINES.with(n, 'rc  gone') : LINES).join('\n')),
    );
    const groups = await groupAnswers(answers, redactor, { chars: 60_000 });
    expect(groups.map(({ machines }) => machines.length)).toEqual([48, 1, 1]);
    const ids = Object.fromEntries(answers.map(({ machine, executionId }) => [machine, executionId]));
    const single = answers.map(({ machine, executionId, result }) => ({
      machine,
      execution_id: executionId,
      ...result,
    }));
    expect(JSON.stringify({ groups, ids }).length / JSON.stringify(single).length).toBeLessThan(0.1);
  });

  it('say where something is missing', async () => {
    const [whole, cut] = await groupAnswers([answer('a', 'x'), answer('b', 'x', { truncated: true })], redactor, {
      chars: 60_000,
    });
    expect(whole).not.toHaveProperty('truncated');
    expect(cut).toMatchObject({ machines: ['b'], truncated: true });
    const [long] = await groupAnswers([answer('a', LINES.join('\n'))], redactor, { chars: 300 });
    expect(long!.truncated).toBe(true);
  });

  it('are equal though a remark in them names their own execution', async () => {
    const [one, other] = [answer('a', 'x'), answer('b', 'x')];
    const marked = (given: MachineAnswer): MachineAnswer => {
      const stdout = redactor.redactText(`x (synapse_get_output execution_id=${given.executionId})`);
      return { ...given, result: { ...given.result, stdout } };
    };
    expect(await groupAnswers([marked(one), marked(other)], redactor, { chars: 60_000 })).toHaveLength(1);
  });

  it('fit together into one answer, however long and different they are', async () => {
    const noise = () =>
      randomBytes(40_000)
        .toString('hex')
        .replaceAll(/(.{50})/g, '$1\n');
    const answers = [...Array.from({ length: 49 }, (_, n) => answer(`m-${n}`, noise())), answer('short', 'all of it')];
    const groups = await groupAnswers(answers, redactor, { chars: 60_000 });
    const chars = groups.reduce((sum, { stdout, stderr }) => sum + stdout.length + stderr.length, 0);
    expect(chars).toBeLessThanOrEqual(60_000);
    expect(groups.find(({ machines }) => machines[0] === 'short')!.stdout).toBe('all of it');
    for (const [n, group] of groups.slice(0, 49).entries()) {
      expect(group.stdout).toContain(`synapse_get_output execution_id=${answers[n]!.executionId}`);
    }
  });

  it('name a step that printed the same, and show the others', async () => {
    const long = LINES.slice(0, 12).join('\n');
    const steps = (name: string, same = long) =>
      `$ hostname -f\n${name}.example\n$ dpkg -l\n${same}\n$ uptime\n${name} up\n`;
    const answers = [answer('a', steps('a')), answer('b', steps('b')), answer('c', steps('c', `${long}\nmore`))];
    const [whole, other, third] = await groupAnswers(answers, redactor, { chars: 60_000 });
    expect(whole!.stdout).toBe(steps('a'));
    expect(other).toMatchObject({ machines: ['b'], diff_against: 'a' });
    expect(other!.stdout).toBe('$ hostname -f\nb.example\n$ dpkg -l · as on a\n$ uptime\nb up\n');
    expect(third!.stdout).toContain('+more');
    expect(third!.stdout).not.toContain('as on a');
  });

  it('show no value that comes about where the lines of a diff meet', async () => {
    const answers = [
      ...['a', 'b'].map((machine) => answer(machine, [...LINES, 'Zq7kWm', 'between', 'end'].join('\n'))),
      answer('c', [...LINES, 'Zq7kWm', '2xVeLp', 'end'].join('\n')),
    ];
    const groups = await groupAnswers(answers, redactor, { chars: 60_000 });
    expect(JSON.stringify(groups)).not.toMatch(/Zq7kWm2xVeLp/);
    expect(groups[1]!.diff_against).toBe('a');
  });
});

/** What the statistics say was saved: what plain output would have cost, less every answer about it. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostgresDatabase } from '../databases.ts';
import { type Service, startService } from '../service.ts';

interface Wire {
  readonly result: { readonly content: readonly { readonly text: string }[] };
}

describe.each(['sqlite', 'postgres'] as const)('tokens saved, on %s', (dialect) => {
  let service: Service;
  let token: string;

  beforeAll(async () => {
    const postgres: Record<string, string> =
      dialect === 'postgres' ? { SYNAPSE_DATABASE_URL: await createPostgresDatabase() } : {};
    service = await startService(postgres);
    token = await service.newToken(await service.login());
  });
  afterAll(() => service.stop());

  /** What a client hands over to its model. */
  async function ask(name: string, args: object, query = ''): Promise<string> {
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
    const answer = await service.call<Wire>('POST', `/tda/mcp${query}`, { headers: { 'x-ai-token': token }, body });
    return answer.body.result.content[0]!.text;
  }
  const exec = (command: string, more: object = {}, query = ''): Promise<string> =>
    ask('synapse_exec', { machine: 'local', command, ...more }, query);
  const totals = async (): Promise<{ commands: number; saved_tokens: number }> =>
    JSON.parse(await ask('synapse_rtk_stats', { days: 1 })).totals;
  /** What the statistics count for it. */
  async function counted<T>(work: () => Promise<T>): Promise<{ answer: T; saved: number; commands: number }> {
    const before = await totals();
    const answer = await work();
    const after = await totals();
    return {
      answer,
      saved: after.saved_tokens - before.saved_tokens,
      commands: after.commands - before.commands,
    };
  }

  const LINE = '2031-01-01T00:00:00Z INFO worker ready';
  const lines = (count: number): string => `yes '${LINE}' | head -n ${count}`;
  const plain = (count: number): number => (LINE.length + 1) * count;

  it('are the plain output less the whole answer', async () => {
    const json = await counted(() => exec(lines(400)));
    expect(json.answer.length).toBeLessThan(1_000);
    expect(json.saved).toBe(Math.floor((plain(400) - json.answer.length) / 4));
    const text = await counted(() => exec(lines(400), {}, '?answers=text'));
    expect(Math.abs(text.saved - (plain(400) - text.answer.length) / 4)).toBeLessThan(15);
  });

  it('are those of the part that a client would have read', async () => {
    const { saved, answer } = await counted(() => exec(lines(10_000)));
    expect(saved).toBe(Math.floor((30_000 - answer.length) / 4));
  });

  it('are none where the answer costs more than the output', async () => {
    expect(await counted(() => exec('echo hello'))).toMatchObject({ saved: 0, commands: 1 });
    expect(await counted(() => exec(lines(400), { raw: true }))).toMatchObject({ saved: 0, commands: 1 });
    expect(await counted(() => exec('exit 3'))).toMatchObject({ saved: 0, commands: 1 });
    const file = join(service.scratch, 'large');
    await exec(`${lines(400)} >'${file}'`);
    const read = await counted(() => ask('synapse_read_file', { machine: 'local', path: file }));
    expect(read.answer).toContain(LINE);
    expect(read.saved).toBe(0);
  });

  it('of a job are counted once, less what each poll has cost', async () => {
    const go = join(service.scratch, 'go');
    const wait = (at: number): string => `while [ ! -e '${go}${at}' ]; do sleep 0.05; done`;
    const numbered = (at: number): string => `seq 1 100 | sed 's/$/ part ${at} of the work is done by now/'`;
    const script = [1, 2, 3].flatMap((at) => [numbered(at), wait(at)]).join('\n');
    const { saved, commands, answer } = await counted(async () => {
      const answers = [await exec(script, { detach: true })];
      const id = JSON.parse(answers[0]!).execution_id as string;
      const poll = async (more: object = {}): Promise<string> => {
        answers.push(await ask('synapse_get_execution', { execution_id: id, ...more }));
        return answers.at(-1)!;
      };
      for (const at of [1, 2, 3]) {
        await expect.poll(() => poll(), { timeout: 60_000 }).toContain(`100 part ${at}`);
        await exec(`touch '${go}${at}'`);
      }
      expect(await poll({ wait_seconds: 60 })).toContain('"exit_code":0');
      return answers;
    });
    const printed = [1, 2, 3].reduce((sum, at) => sum + `99 part ${at} of the work is done by now\n`.length * 100, 0);
    const answered = answer.reduce((sum, text) => sum + text.length, 0);
    // The three commands that let it go on save nothing.
    expect(commands).toBe(4);
    expect(saved).toBeLessThanOrEqual(Math.max(0, Math.ceil((printed - answered) / 4)));
    expect(saved).toBeGreaterThanOrEqual(0);
    // Who asks again after its end changes nothing.
    const id = JSON.parse(answer[0]!).execution_id as string;
    const again = await counted(() => ask('synapse_get_execution', { execution_id: id, since: 0 }));
    expect(again).toMatchObject({ saved: 0, commands: 0 });
  });
});

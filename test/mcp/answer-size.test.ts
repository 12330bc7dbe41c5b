/** What ten typical answers cost a model, and that a long command is not sent back to whoever has just written it. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from '../service.ts';

let service: Service;
let token: string;
let session: string;
beforeAll(async () => {
  service = await startService();
  session = await service.login();
  token = await service.newToken(session);
});
afterAll(() => service.stop());

/** As the rest of the service counts: four characters are a token. */
const tokensOf = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 4);
const exec = (command: string) => service.tool(token, 'synapse_exec', { machine: 'local', command });
const heredoc = (lines: number): string =>
  `cat > /dev/null <<'EOF'\n${Array.from({ length: lines }, (_, at) => `server_${at} listens on port ${8000 + at};`).join('\n')}\nEOF`;

describe('the command that an answer repeats', () => {
  it('is there as it is, up to 2,000 characters', async () => {
    const command = `: ${'x'.repeat(1998)}`;
    for (const verbose of [true, false]) {
      const { result } = await service.tool(token, 'synapse_exec', { machine: 'local', command, verbose });
      expect(result.command_template).toBe(command);
    }
    const explained = await service.tool(token, 'synapse_explain', { machine: 'local', command });
    expect(explained.result.command_template).toBe(command);
  });

  it('is its first line and its length when it is longer; the log and REST have it whole', async () => {
    const command = heredoc(200);
    const { result } = await exec(command);
    expect(result.command_template).toBe(`cat > /dev/null <<'EOF' … [${command.length} characters]`);
    const id = { execution_id: result.execution_id };
    const again = await service.tool(token, 'synapse_get_execution', id);
    expect(again.result.command_template).toBe(result.command_template);
    const { entries } = (await service.tool(token, 'synapse_list_audit_logs', { limit: 1 })).result;
    expect(entries[0].command_template).toBe(command);
    const rest = await service.call('GET', `/synapse/executions/${result.execution_id}`, { token: session });
    expect(rest.body.command_template).toBe(command);
    const body = { machine: 'local', command };
    expect((await service.call('POST', '/synapse/exec', { token: session, body })).body.command_template).toBe(command);
  });

  it.each([
    ['cut where its first line is long itself', `: ${'x'.repeat(2000)}`, `: ${'x'.repeat(58)} … [2002 characters]`],
    [
      'never half a character',
      `: ${'x'.repeat(57)}${'😀'.repeat(990)}`,
      `: ${'x'.repeat(57)}\ufffd … [2039 characters]`,
    ],
    ['without the lines in front', `\n\n  : a\n${': b\n'.repeat(500)}`, `: a … [2008 characters]`],
  ])('is %s', async (_name, command, shown) => {
    expect((await exec(command)).result.command_template).toBe(shown);
  });

  it('is short among the day’s failures, too', async () => {
    const command = `${heredoc(20)}\nexit 3`;
    await exec(command);
    token = await service.newToken(session, { scopes: ['mcp:read', 'mcp:synapse', 'mcp:admin'] });
    const { failures } = (await service.tool(token, 'today_dashboard')).result;
    expect(failures[0].command_template).toBe(`cat > /dev/null <<'EOF' … [${command.length} characters]`);
  });
});

describe('an answer of which nothing is said', () => {
  /** The estimate by which `max_tokens` is counted. */
  const estimate = (text: string): number => text.length / 3.5;
  const many = 'seq 1 60000; seq 1 60000 >&2';
  const answer = async (args: Record<string, unknown>, query: string) => {
    const { body } = await service.call<{ result: { content: [{ text: string }] } }>('POST', `/tda/mcp${query}`, {
      headers: { 'x-ai-token': token },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: args },
    });
    return body.result.content[0].text;
  };
  const executed = (args: Record<string, unknown>, query: string, name = 'synapse_exec') =>
    answer({ name, arguments: { ...(name === 'synapse_exec' && { machine: 'local' }), ...args } }, query);

  describe.each(['', '?answers=text'])('at /tda/mcp%s', (query) => {
    it.each<[string, Record<string, unknown>]>([
      ['lines on both streams', { command: many }],
      ['the same as printed', { command: many, raw: true }],
      ['all of it', { command: many, view: 'all', verbose: true }],
      ['one line of quotation marks', { command: `head -c 100000 /dev/zero | tr '\\0' '"'`, view: 'all' }],
      ['the same, as printed', { command: `head -c 100000 /dev/zero | tr '\\0' '"'`, raw: true }],
      ['after a command of 60,000 characters', { command: `: ${'x'.repeat(60_000)}\n${many}` }],
      ['after one of 2,000', { command: `: '${'"'.repeat(1_900)}'\n${many}` }],
    ])('holds to 6,000 tokens: %s', async (_name, args) => {
      const text = await executed(args, query);
      expect(estimate(text)).toBeLessThanOrEqual(6_000);
      expect(estimate(text)).toBeGreaterThan(5_000);
    });

    it('holds to them on several machines', async () => {
      const text = await executed({ machines: ['local'], command: many }, query, 'synapse_exec_many');
      expect(estimate(text)).toBeLessThanOrEqual(6_000);
    });

    it.each<[string, Record<string, unknown>, number]>([
      ['them', {}, 6_000],
      ['max_tokens', { max_tokens: 500 }, 700],
    ])('holds to %s while the command runs, and afterwards', async (_name, given, most) => {
      // It goes on printing until it is cancelled.
      const command = 'yes 0123456789 & yes 9876543210 >&2';
      const text = await executed({ command, wait_seconds: 1, ...given }, query);
      expect(estimate(text)).toBeLessThanOrEqual(most);
      const [id] = /01[0-9a-z]{24}/.exec(text)!;
      expect(text).toMatch(/ lines left out/);
      const news = await executed({ execution_id: id, ...given }, query, 'synapse_get_execution');
      expect(estimate(news)).toBeLessThanOrEqual(most);
      await executed({ execution_id: id }, query, 'synapse_cancel_execution');
    });

    it('shares max_tokens between both streams, also as printed', async () => {
      const text = await executed({ command: many, raw: true, max_tokens: 1_000 }, query);
      expect(estimate(text)).toBeLessThanOrEqual(1_500);
    });
  });
});

describe('ten typical answers', () => {
  /** Upper bounds, close to the real sizes, so that an answer that grows is noticed here. */
  it.each<[string, () => Promise<{ result: unknown }>, number]>([
    ['uname -s', () => exec('uname -s'), 75],
    ['nothing printed', () => exec('true'), 75],
    ['a here-document of 200 lines', () => exec(heredoc(200)), 90],
    ['a failure', () => exec('ls /no/such/folder'), 95],
    ['ls -la of a folder', () => exec('ls -la /usr/include | head -20'), 420],
    ['seq 1 300', () => exec('seq 1 300'), 420],
    ['a machine', () => service.tool(token, 'synapse_get_machine', { machine: 'local' }), 90],
    ['the machines', () => service.tool(token, 'synapse_list_machines'), 85],
    ['the names of secrets', () => service.tool(token, 'synapse_list_secrets'), 10],
    ['the last entry of the log', () => service.tool(token, 'synapse_list_audit_logs', { limit: 1 }), 250],
  ])('%s', async (_name, answer, most) => {
    expect(tokensOf((await answer()).result)).toBeLessThanOrEqual(most);
  });
});

describe('a list or a text that is longer', () => {
  const MOST = 6_000 * 3.5;
  const names = Array.from({ length: 300 }, (_, at) => `SECRET_OF_A_LONG_NAME_${String(at).padStart(3, '0')}`);
  let folder: string;
  let executionId: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'answers-'));
    const lines = Array.from({ length: 3_000 }, (_, at) => `${at + 1} "${'x'.repeat(at % 40)}"`);
    writeFileSync(path.join(folder, 'long.txt'), `${lines.join('\n')}\n`);
    for (const name of names)
      await service.call('PUT', `/synapse/secrets/${name}`, { token: session, body: { value: 'a value 1' } });
    for (let at = 0; at < 25; at++) await exec(`: ${at} '${'y'.repeat(900)}'`);
    const printed = await exec(`cat ${folder}/long.txt; cat ${folder}/long.txt >&2`);
    executionId = printed.result.execution_id;
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** An answer as text, which is never longer than that. */
  const call = async (name: string, args: object): Promise<string> => {
    const { body } = await service.call<{ result: { content: [{ text: string }] } }>('POST', '/tda/mcp?answers=text', {
      headers: { 'x-ai-token': token },
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
    });
    const [{ text }] = body.result.content;
    expect(text.length).toBeLessThanOrEqual(MOST);
    return text;
  };

  describe('as text', () => {
    /** All pages of a tool, one after the other. */
    const walk = async (name: string, args: object, next: RegExp, as: (value: string) => object) => {
      const pages: string[] = [];
      for (let more: object | null = {}; more !== null; ) {
        const page = await call(name, { ...args, ...more });
        pages.push(page);
        const found = next.exec(page)?.[1];
        more = found === undefined ? null : as(found);
        expect(pages.length).toBeLessThan(20);
      }
      return pages;
    };
    const cursor = (value: string) => ({ cursor: value });
    const offset = (value: string) => ({ offset: Number(value) });

    it('goes on where it ended: secrets', async () => {
      const pages = await walk('synapse_list_secrets', {}, /… more: offset (\d+)$/, offset);
      const all = pages.join('\n');
      for (const name of names) expect(all.split(name)).toHaveLength(2);
    });

    it('the audit log', async () => {
      const pages = await walk('synapse_list_audit_logs', { limit: 200 }, /… more: cursor (\S+)$/, cursor);
      expect(pages.length).toBeGreaterThan(1);
      const all = pages.join('\n');
      for (let at = 0; at < 25; at++) expect(all.split(`: ${at} 'y`)).toHaveLength(2);
    });

    it('the lines of a file', async () => {
      const args = { machine: 'local', path: `${folder}/long.txt`, limit: 20_000 };
      const pages = await walk('synapse_read_file', args, /next_offset (\d+)$/, offset);
      expect(pages.length).toBeGreaterThan(1);
      const numbers = pages
        .flatMap((page) => [...page.matchAll(/(?:^|\n|\\n|"text":")(\d+) \\?"x*/g)])
        .map(([, one]) => Number(one));
      expect(numbers).toEqual(Array.from({ length: 3_000 }, (_, at) => at + 1));
    });

    it('the lines of a file that match', async () => {
      const args = { machine: 'local', path: `${folder}/long.txt`, limit: 20_000, grep: '"xxx' };
      const pages = await walk('synapse_read_file', args, /next_offset (\d+)$/, offset);
      expect(pages.length).toBeGreaterThan(1);
      const numbers = pages.flatMap((page) => [...page.matchAll(/(\d+):\d+ \\?"xxx/g)]).map(([, one]) => Number(one));
      const wanted = Array.from({ length: 3_000 }, (_, at) => at).filter((at) => at % 40 >= 3);
      expect(numbers).toEqual(wanted.map((at) => at + 1));
    });

    it('an output, whole characters of it', async () => {
      const pages = await walk(
        'synapse_get_output',
        { execution_id: executionId, limit: 60_000 },
        /next: offset (\d+)$/,
        offset,
      );
      const shown = pages.map((page) => page.replace(/\n… [^\n]*next: offset \d+$/, '')).join('\n');
      expect(shown.trimEnd()).toBe(readFileSync(path.join(folder, 'long.txt'), 'utf8').trimEnd());
    });

    it('the lines of both streams that match, and says what of the other is missing', async () => {
      const text = await call('synapse_get_output', { execution_id: executionId, grep: '"xx', limit: 60_000 });
      expect(text).toMatch(/--- stderr(?:\n|\\n)… \d+ more characters: stream stderr, offset 0/);
      const few = { execution_id: executionId, grep: '"x{36}"', limit: 60_000 };
      expect(await call('synapse_get_output', few)).not.toContain('more characters');
      const [first] = await walk('synapse_get_output', { ...few, grep: '"x{18}' }, /next: offset (\d+)$/, offset);
      expect(first).toContain('--- stderr');
    });

    it('a search says that there is more', async () => {
      const args = { machine: 'local', path: folder, pattern: 'x', limit: 1_000 };
      const text = await call('synapse_search', args);
      expect(text).toMatch(/… there is more: narrow path, glob or pattern$/);
      expect(text.length).toBeGreaterThan(MOST * 0.9);
    });
  });

  it('is whole as JSON, and through REST', async () => {
    const { result } = await service.tool(token, 'synapse_list_audit_logs', { limit: 200 });
    expect(result.entries.length).toBeGreaterThan(25);
    expect(result.next_cursor).toBeNull();
    expect((await service.tool(token, 'synapse_list_secrets')).result.secrets).toHaveLength(300);
    const { body } = await service.call('GET', '/synapse/secrets', { token: session });
    expect(body.secrets).toHaveLength(300);
  });
});

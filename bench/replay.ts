/**
 * `node bench/replay.ts`: a day of commands on a copy of this repository, and what the answers cost a model: the raw
 * output, compacted, compacted in a session that remembers what the client was told, and what is around the output.
 * `node bench/replay.ts 12` replays only the first twelve steps.
 */
import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { report } from './figure.ts';
import { DAY } from './replay/day.ts';
import { bearer, buildServer, startBuiltServer } from './service/built-server.ts';

const ROOT = join(import.meta.dirname, '..');
const STEPS = DAY.slice(0, Number(process.argv[2] ?? DAY.length));
/** As the rest of the service counts. */
const CHARS_PER_TOKEN = 4;

interface Answer {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent: { readonly stdout: string; readonly stderr: string; readonly filter: string | null };
}

const copy = mkdtempSync(join(tmpdir(), 'synapse-replay-'));
const cloned = spawnSync('git', ['clone', '-q', '--depth', '60', `file://${ROOT}`, copy], { stdio: 'inherit' });
if (cloned.status !== 0) throw new Error('the repository could not be copied');
buildServer();
const server = await startBuiltServer({
  env: { SYNAPSE_ALLOW_LOCAL: 'all', SYNAPSE_LIMITS: 'minute=10000,pro=100000' },
});
try {
  const { session, token } = await server.newUser('pro');
  const machine = { slug: 'here', kind: 'local' };
  await server.call('POST', '/synapse/machines', { headers: bearer(session), json: machine });

  const post = (body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${server.port}/tda/mcp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-ai-token': token, ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(120_000),
    });
  const hello = { jsonrpc: '2.0', id: 0, method: 'initialize', params: { protocolVersion: '2025-11-25' } };
  const seat = (await post(hello)).headers.get('mcp-session-id') as string;
  const exec = async (command: string, raw: boolean, headers: Record<string, string> = {}): Promise<Answer> => {
    const args = { machine: 'here', command, cwd: copy, raw };
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'synapse_exec', arguments: args } };
    const { result } = (await (await post(call, headers)).json()) as { result: Answer };
    if (result.structuredContent === undefined) throw new Error(`${command}: ${result.content[0]?.text}`);
    return result;
  };

  const chars = { raw: 0, compacted: 0, session: 0, around: 0, nulls: 0 };
  let [commands, repeats] = [0, 0];
  for (const step of STEPS) {
    if ('edit' in step) {
      appendFileSync(join(copy, step.edit), `// looked at, ${commands} commands later\n`);
      continue;
    }
    commands++;
    const length = ({ structuredContent: { stdout, stderr } }: Answer) => stdout.length + stderr.length;
    chars.raw += length(await exec(step.run, true));
    chars.compacted += length(await exec(step.run, false));
    const told = await exec(step.run, false, { 'mcp-session-id': seat });
    chars.session += length(told);
    if (told.structuredContent.filter === 'repeat') repeats++;
    // A model reads one of the two copies of an answer: the text. What is not output in it is its envelope.
    const text = told.content[0]?.text ?? '';
    chars.around += text.length - length(told);
    chars.nulls += (text.match(/"\w+":null,?/g) ?? []).join('').length;
  }

  const tokens = (name: string, value: number) =>
    report({ name, value: Math.round(value / CHARS_PER_TOKEN), unit: 'tokens' });
  report({ name: 'commands', value: commands, unit: '' });
  report({ name: 'answered by the difference', value: repeats, unit: '' });
  tokens('raw output', chars.raw);
  tokens('compacted', chars.compacted);
  tokens('compacted, in a session', chars.session);
  tokens('around the output: fields, quotes, escapes', chars.around);
  tokens('of these, fields that are null', chars.nulls);
  const saved = 1 - chars.session / chars.raw;
  report({
    name: 'saved in a session',
    value: 100 * saved,
    unit: '%',
    ...(STEPS.length === DAY.length ? { atLeast: 60 } : {}),
  });
} finally {
  await server.stop();
  rmSync(copy, { recursive: true, force: true });
}

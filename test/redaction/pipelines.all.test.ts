/**
 * Random pipelines of two or three transformations of secrets, then everything that happens to an output: redacted as
 * it comes, compacted, redacted last, kept, paged, searched, followed. Also what is made of a command that contains the
 * same text: the audit log, its exports, events, and the service's log. `SYNAPSE_PIPELINES=20000` is the long form.
 */
import { spawnSync } from 'node:child_process';
import type { AuditEntry } from '@synapse/contract';
import { expect, it } from 'vitest';
import { compact } from '../../packages/compaction/src/compact.ts';
import { exportAudit } from '../../packages/server/src/audit/export.ts';
import { capText } from '../../packages/server/src/exec/answer/cap-text.ts';
import { redactPage } from '../../packages/server/src/exec/answer/redacted-page.ts';
import { redactAnswer } from '../../packages/server/src/http/redact-answer.ts';
import { createShownEntries } from '../../packages/server/src/http/shown-entries.ts';
import { personalWorkspaceId } from '../../packages/server/src/ids.ts';
import { pageThrough } from '../../packages/server/src/outputs/page-through.ts';
import { buildRedactor, type RedactedBytes, redactedTextOf } from '../../packages/server/src/redaction/index.ts';
import { startService } from '../service.ts';
import { TRANSFORMATIONS } from './transformations.ts';

const PIPELINES = Number(process.env.SYNAPSE_PIPELINES ?? 5_000);
const SECRETS = [
  { name: 'WORD', value: 'Zq7kWm2xVeLprTfJ6abQ93uYdH51cGs0' },
  { name: 'SIGNS', value: 'Zx7/k%9+Wm&2"x\'V$4<e>Lp\\8 rT=fJ6' },
  { name: 'SHORT', value: 'k9-Xw_7Q' },
  { name: 'PHRASE', value: 'correct horse battery staple' },
  { name: 'WIDE', value: 'pâssé-€uro-clé-Zq9kWm2x' },
  { name: 'HEX', value: '9f8e7d6c5b4a39281706f5e4d3c2b1a0' },
  { name: 'TOKEN', value: 'ghp_16C7e42F292c6912E7710c838347Ae178B4a' },
  { name: 'URL', value: 'postgres://app:S3cr3t-9931@db.internal:5432/app' },
];
const COMMANDS = [
  'cat page.html',
  'curl -s http://localhost/',
  'man x',
  'git log',
  'npm test',
  'make',
  'ls -la',
  'env',
];
const redactor = buildRedactor(SECRETS);
const ENTRY: AuditEntry = {
  id: '1',
  execution_id: '1',
  created_at: '2026-01-01T00:00:00.000Z',
  source: 'mcp',
  machine: 'm',
  container: null,
  cwd: null,
  command_template: '',
  alias: null,
  status: 'done',
  success: true,
  exit_code: 0,
  refusal: null,
  duration_ms: 1,
  stdout_bytes: 1,
  returned_bytes: 1,
  filter: null,
  saved_tokens: 0,
  token_hint: null,
  ip: null,
  prev_hash: '',
  hash: '',
  verdict: null,
  rule: null,
  approval_id: null,
  decided_by: null,
  sandbox: null,
  reconciles: null,
};

/** Numbers that are the same in every run. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) | 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

/** Everything of an output that somebody may see. */
function seen(raw: Buffer, command: string, pick: (below: number) => number): string[] {
  const stream = redactor.stream();
  const live: RedactedBytes[] = [];
  for (let at = 0; at < raw.length; ) {
    const next = at + 1 + pick(400);
    live.push(stream.push(raw.subarray(at, next)));
    at = next;
  }
  live.push(stream.end());
  const kept = redactedTextOf(live);
  const { text, filter } = compact({ command, exitCode: pick(2), stdout: kept, recovery: 'id' });
  const answer = capText(filter === null ? kept : redactor.redactText(text), 60_000, 'id').text;
  const page = { stream: 'stdout', offset: 0, limit: 60_000 } as const;
  const pages = [page, { ...page, grep: 'e' }].map((query) =>
    redactPage(pageThrough('id', kept, query), redactor.redactText),
  );
  return [kept, answer, ...pages.map((one) => one.text)];
}

/** How many commands are asked for at a time, as on a page. */
const PAGE = 50;
const redactorOf = async () => redactor.redactText;
const shownEntries = createShownEntries({ changedSince: async () => true }, redactorOf);

/** The same texts inside commands: the audit log and its exports, and what open pages are told. */
async function shown(texts: readonly string[]): Promise<string[]> {
  const entries = texts.map((text) => ({ ...ENTRY, command_template: text }));
  const page = await shownEntries(personalWorkspaceId('u'), { entries, next_cursor: null });
  const list = async () => page;
  const files = (['csv', 'jsonl'] as const).map((format) =>
    exportAudit({ list }, personalWorkspaceId('u'), {}, format).toArray(),
  );
  const events = await redactAnswer(
    null,
    texts.map((title) => ({ type: 'present', title })),
    personalWorkspaceId('u'),
    redactorOf,
  );
  return [JSON.stringify(events), ...(await Promise.all(files)).map((lines) => lines.join(''))];
}

/** In clear, also across line ends and in another case. */
function shows(text: string, value: string): boolean {
  const bare = (one: string): string => one.replace(/[\s"'\\]/g, '').toLowerCase();
  return text.includes(value) || bare(text).includes(bare(value));
}

it(`${PIPELINES} pipelines show no value in clear`, async () => {
  const leaks: string[] = [];
  let page: string[] = [];
  for (let run = 0; run < PIPELINES; run++) {
    const pick = numbers(run + 1);
    const { value } = SECRETS[pick(SECRETS.length)]!;
    let text = `${['', 'password: ', 'a line before\n'][pick(3)]}${value}${['', '\n', ' and after\n'][pick(3)]}`;
    const names: string[] = [];
    for (let step = 2 + pick(2); step > 0; step--) {
      const [name, apply] = TRANSFORMATIONS[pick(TRANSFORMATIONS.length)]!;
      // What grows with each step is cut as a person would: the value stays near the start.
      text = apply(text.slice(0, 4000), pick);
      names.push(name);
    }
    const views = seen(Buffer.from(text), COMMANDS[pick(COMMANDS.length)]!, pick);
    if (views.some((view) => shows(view, value))) leaks.push(`${run}: ${names.join(' | ')}`);
    page.push(text);
    if (page.length < PAGE && run < PIPELINES - 1) continue;
    for (const view of await shown(page)) {
      for (const secret of SECRETS) if (shows(view, secret.value)) leaks.push(`up to ${run}: ${secret.name}`);
    }
    page = [];
  }
  expect(leaks).toEqual([]);
}, 300_000);

it('pipelines of real tools show none either', () => {
  const steps = [
    "sed 's/./&\\x08&/g'",
    "sed 's/./_\\x08&/g'",
    'rev',
    'base64',
    'base64 -w0',
    'od -c',
    'od -tx1z',
    'hexdump -C',
    'xxd',
    'xxd -p',
    'fold -w 7',
    'cat -A',
    'nl',
    'gzip -c | base64',
    'tr a-z A-Z',
    "sed 's/./&<wbr>/g'",
    'tac',
    'cat -n',
  ];
  const { value } = SECRETS[0]!;
  const pipelines = steps.flatMap((first, at) => [first, `${first} | ${steps[(at * 7 + 3) % steps.length]}`]);
  // One shell runs them all, each output after a separator line.
  const script = `IFS= read -r V\n${pipelines.map((one) => `printf '%s\\n' "$V" | ${one}\nprintf '\\n\\036\\n'`).join('\n')}`;
  const { stdout } = spawnSync('sh', ['-c', script], { input: `${value}\n`, env: { PATH: process.env.PATH } });
  const outputs = stdout.toString('latin1').split('\n\x1e\n');
  expect(outputs).toHaveLength(pipelines.length + 1);
  const leaks = pipelines.filter((_, at) =>
    COMMANDS.some((command) =>
      seen(Buffer.from(outputs[at]!, 'latin1'), command, numbers(at)).some((view) => shows(view, value)),
    ),
  );
  expect(leaks).toEqual([]);
});

it('no line of the service’s own log, of an export or of an event holds one', async () => {
  const service = await startService();
  try {
    const session = await service.login();
    const token = await service.newToken(session, { scopes: ['mcp:read', 'mcp:synapse'] });
    const { name, value } = SECRETS[0]!;
    await service.tool(token, 'synapse_put_secret', { name, value });
    const gone = new AbortController();
    const headers = { authorization: `Bearer ${session}` };
    const events = await fetch(`${service.url}/synapse/events`, { headers, signal: gone.signal });
    const heard: string[] = [];
    const hearing = events.body!.pipeTo(
      new WritableStream({ write: (chunk: Uint8Array) => void heard.push(Buffer.from(chunk).toString()) }),
    );
    // Typed in clear by somebody who knows it, on machines that exist and on some that do not.
    for (const command of [`echo ${value} | rev`, `printf %s "{{${name}}}" | base64`, `cd ${value}`, `{{${name}}}`]) {
      for (const machine of ['local', 'nowhere', value]) {
        await service.tool(token, 'synapse_exec', { machine, command, cwd: `/${value}` });
        await service.call('POST', '/synapse/exec', { token: session, body: { machine, command, [value]: 1 } });
      }
    }
    const files = await Promise.all(
      ['csv', 'jsonl'].map(async (format) =>
        (await fetch(`${service.url}/synapse/audit/export?format=${format}`, { headers })).text(),
      ),
    );
    gone.abort();
    await hearing.catch(() => undefined);
    expect(files.join('').split(`{{${name}}}`).length).toBeGreaterThan(8);
    expect(service.log.length).toBeGreaterThan(8);
    for (const text of [...files, heard.join(''), service.log.join('\n')]) expect(shows(text, value)).toBe(false);
  } finally {
    await service.stop();
  }
});

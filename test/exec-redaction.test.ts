/** Redaction is the last step before anything leaves: after compaction, in pages and searches, and in the live view. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Service, startService } from './service.ts';

describe('what is put together again', () => {
  const value = 'Zq7kWm2xVeLprTfJ6-tail';
  let service: Service;
  let session: string;
  let token: string;
  beforeAll(async () => {
    service = await startService();
    session = await service.login();
    token = await service.newToken(session, { scopes: ['mcp:read', 'mcp:write', 'mcp:synapse', 'mcp:admin'] });
    await service.tool(token, 'synapse_put_secret', { name: 'S', value });
  });
  afterAll(() => service.stop());

  it.each([
    ['struck over', `printf %s "{{S}}" | sed 's/./&\\x08&/g'`],
    ['underlined', `printf '%s\\n' "{{S}}" | sed 's/./_\\x08&/g'; seq 1 300`],
    [
      'a page with breaks',
      `printf '<!doctype html><html><head><title>x</title></head><body>'; for i in 1 2 3 4 5 6 7 8 9; do printf '<p class="long-class-name">some words %s</p>\\n' "$(printf %s "{{S}}" | sed 's/./&<wbr>/g')"; done; printf '</body></html>\\n'`,
    ],
  ])('%s: is in no answer and on no page', async (_name, command) => {
    const { result } = await service.tool(token, 'synapse_exec', { machine: 'local', command });
    const id = { execution_id: result.execution_id };
    const answers = await Promise.all([
      service.tool(token, 'synapse_get_execution', id),
      service.tool(token, 'synapse_get_output', id),
      service.tool(token, 'synapse_get_output', { ...id, grep: 'p' }),
    ]);
    for (const text of [result, ...answers.map((answer) => answer.result)].map((one) => JSON.stringify(one))) {
      expect(text).not.toContain(value);
      expect(text).not.toContain(value.slice(0, 12));
    }
  });

  it('a secret that is stored while a command runs is not in the live view', async () => {
    const late = 'became-9f8e7d6c5b4a-secret';
    const go = join(service.scratch, 'go-on');
    const command = `echo ready; until [ -e ${go} ]; do sleep 0.1; done; echo ${late.slice(0, 6)}''${late.slice(6)}; echo after`;
    const { result } = await service.tool(token, 'synapse_exec', { machine: 'local', command, wait_seconds: 0 });
    const answer = await fetch(`${service.url}/synapse/executions/${result.execution_id}/stream`, {
      headers: { authorization: `Bearer ${session}` },
    });
    await service.tool(token, 'synapse_put_secret', { name: 'LATE', value: late });
    writeFileSync(go, '');
    const events = await answer.text();
    const texts = [...events.matchAll(/^data: (\{"stream":"stdout".*)$/gm)].map(([, data]) => JSON.parse(data!).text);
    expect(texts.join('')).toBe('ready\n{{LATE}}\nafter\n');
    expect(events).toContain('event: end');
  });
});

describe('a value that a shell interprets', () => {
  it('is written as it is by echo and printf, and its escaped form is in no trace', async () => {
    const value = 'Kq9\\nWm2\\txV%s\\\\LprTfJ6';
    const service = await startService();
    const session = await service.login();
    const token = await service.newToken(session, { scopes: ['mcp:read', 'mcp:write', 'mcp:synapse', 'mcp:admin'] });
    await service.tool(token, 'synapse_put_secret', { name: 'S', value });
    const wanted = createHash('sha256').update(`P=${value}\n`).digest('hex');
    const command = 'set -x; echo "P={{S}}" | sha256sum; printf "P={{S}}\\n" | sha256sum';
    const { result } = await service.tool(token, 'synapse_exec', { machine: 'local', command });
    expect(result.stdout.match(/[0-9a-f]{64}/g)).toEqual([wanted, wanted]);
    for (const piece of ['Kq9', 'Wm2', 'LprTfJ6']) expect(JSON.stringify(result)).not.toContain(piece);
    await service.stop();
  });
});

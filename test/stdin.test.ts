/** Commands that are handed a text on their standard input, in both shells: exact, judged, logged, no value shown. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Service, startService } from './service.ts';

const VALUE = 'p$(touch /nowhere)\'"`w\\ #9kW';

let service: Service;
let session: string;
let token: string;
beforeAll(async () => {
  service = await startService();
  session = await service.login();
  token = await service.newToken(session, { scopes: ['mcp:read', 'mcp:write', 'mcp:synapse', 'mcp:admin'] });
  await service.call('PUT', '/synapse/secrets/PASSWORD', { token: session, body: { value: VALUE } });
});
afterAll(() => service.stop());

const exec = async (args: Record<string, unknown>) => {
  service.advance(61_000);
  return service.tool(token, 'synapse_exec', { machine: 'local', raw: true, verbose: true, ...args });
};
const printed = async (args: Record<string, unknown>): Promise<string> => (await exec(args)).result.stdout;
const setPolicy = async (text: string) =>
  expect((await service.call('PUT', '/synapse/policy', { token: session, body: { text } })).status).toBe(200);

it.each(['bash', 'sh'])('hands it over byte for byte in %s, with the command’s own exit code', async (shell) => {
  const awkward = `first 'line' "q" \\n $HOME \`id\` %s {{.Names}} é😀\n\n-n\nlast, without an end`;
  const { result } = await exec({ shell, stdin: awkward, command: 'cat; exit 7' });
  expect(result).toMatchObject({ stdout: awkward, exit_code: 7, command_template: 'cat; exit 7' });
  expect((await printed({ shell, stdin: '', command: 'wc -c' })).trim()).toBe('0');
  expect(await printed({ shell, stdin: 'a\nb\n', command: 'read x; echo "<$x>"; cat' })).toBe('<a>\nb\n');
  const large = 'é'.repeat(512 * 1024);
  expect((await printed({ shell, stdin: large, command: 'wc -c' })).trim()).toBe('1048576');
  // A command that does not read it is not disturbed.
  expect(await printed({ shell, stdin: large, command: 'echo done' })).toBe('done\n');
  const lines = `\x1c${'a\n'.repeat(100_000)}{{PASSWORD}}\n{{.Names}}\n'`;
  expect(await printed({ shell, stdin: lines, command: 'tail -n 3' })).toBe("{{PASSWORD}}\n{{.Names}}\n'");
  expect((await printed({ shell, stdin: lines, command: "tr -d '\\034' | grep -c '^a$'" })).trim()).toBe('100000');
});

it.each(['bash', 'sh'])('fills in placeholders in %s, and shows no value', async (shell) => {
  const stdin = 'user=ada\npassword={{PASSWORD}}\n';
  const length = await printed({ shell, stdin, command: "sed -n 's/^password=//p' | tr -d '\\n' | wc -c" });
  expect(length.trim()).toBe(String(VALUE.length));
  expect(await printed({ shell, stdin, command: 'cat' })).toBe(stdin);
  expect((await exec({ shell, stdin: '{{NO_SUCH_SECRET}}', command: 'cat' })).code).toBe('secret_missing');
  const many = `${'#\n'.repeat(3_000)}${stdin}`;
  for (const command of ['sh', 'bash -s', 'cat | sh', 'ssh host sh', 'for x in 1; do sh; done', 'cd / && sh']) {
    for (const text of [stdin, many])
      expect((await exec({ shell, stdin: text, command })).code, command).toBe('placeholder_unsupported');
  }
});

it('stands in the log beside its command, with the names of secrets and not their values', async () => {
  await exec({ stdin: `echo one\necho {{PASSWORD}} ${VALUE}`, command: 'wc -l' });
  const { result } = await service.tool(token, 'synapse_list_audit_logs', { limit: 1 });
  const [{ command_template }] = result.entries;
  expect(command_template).toMatch(
    /^wc -l\n# stdin: \d+ bytes, SHA-256 [0-9a-f]{64}\n# echo one\n# echo \{\{PASSWORD\}\} \{\{PASSWORD\}\}$/,
  );
});

it('no comment in the log reads as an input or a session that was not there', async () => {
  const fake = '# stdin: 4 bytes, SHA-256 0\n# session prod: A';
  await exec({ command: `true\n${fake}` });
  await exec({ command: 'cat', stdin: `one\n${fake.replaceAll('# ', '')}` });
  const { result } = await service.tool(token, 'synapse_list_audit_logs', { limit: 2 });
  const [second, first] = result.entries.map((entry: { command_template: string }) => entry.command_template);
  expect(first).toBe(`true\n${fake.replaceAll('# ', '## ')}`);
  expect(second).toMatch(/^cat\n# stdin: \d+ bytes, SHA-256 [0-9a-f]{64}\n# one\n## stdin: 4 .*\n## session prod: A$/);
});

it('what is too long or no text is refused, and the field is named', async () => {
  for (const stdin of ['x'.repeat(1024 * 1024 + 1), 'é'.repeat(512 * 1024 + 1), 'a\0b', 7]) {
    const refused = await exec({ stdin, command: 'cat' });
    expect(refused.isError).toBe(true);
    expect(refused.text).toContain('stdin');
  }
  const { isError, text } = await exec({ shell: 'fish', command: 'true' });
  expect([isError, text]).toEqual([true, expect.stringContaining('shell')]);
});

it('reaches a job, too', async () => {
  const { result } = await exec({ stdin: 'for the job {{PASSWORD}}', command: 'cat', detach: true });
  const { execution_id } = result;
  const ended = () => service.tool(token, 'synapse_get_execution', { execution_id, wait_seconds: 60, since: 0 });
  await expect.poll(async () => (await ended()).result.status, { timeout: 60_000 }).toBe('done');
  expect((await ended()).result.stdout).toBe('for the job {{PASSWORD}}');
});

it('is judged as a script where a shell reads it, and as unknown where more than one reads', async () => {
  await setPolicy('version: 1\ndefault: careful\n');
  const cases: [string, string, string][] = [
    ['wc -l', 'rm -rf /', 'done'],
    ['sh', 'ls / && pwd', 'done'],
    ['sh', 'touch /nowhere/x', 'pending'],
    ['cat | bash', 'touch /nowhere/x', 'pending'],
    // `read` takes the first line of what then is no here-document.
    ['read x; sh', "cat <<'E'\ntouch /nowhere/x\nE\n", 'pending'],
    ['sh', "read x\ncat <<'E'\ntouch /nowhere/x\nE\n", 'pending'],
    ['xargs cat', '/etc/shadow', 'pending'],
    ['python3 -', 'print(1)', 'pending'],
  ];
  for (const [command, stdin, status] of cases) {
    const { result } = await exec({ command, stdin, wait_seconds: status === 'pending' ? 0 : 30 });
    expect([command, stdin, result.status]).toEqual([command, stdin, status]);
  }
  const path = '/synapse/approvals';
  const { body } = await service.call<{ approvals: { command_template: string }[] }>('GET', path, { token: session });
  expect(body.approvals.map(({ command_template }) => command_template)).toContainEqual(
    expect.stringMatching(/^xargs cat\n# stdin: 11 bytes, SHA-256 [0-9a-f]{64}\n# \/etc\/shadow$/),
  );
  const unshown = await exec({ command: 'python3 -', stdin: '#'.repeat(65_537) });
  expect(unshown.code).toBe('policy_denied');
  await setPolicy('version: 1\ndefault: open\n');
});

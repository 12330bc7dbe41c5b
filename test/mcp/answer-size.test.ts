/** What ten typical answers cost a model, and that a long command is not sent back to whoever has just written it. */
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
  it('is its first line and its length when it is long; the log and REST have it whole', async () => {
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
    ['as it is up to 200 characters', `: ${'x'.repeat(198)}`, `: ${'x'.repeat(198)}`],
    ['cut where its first line is long itself', `: ${'x'.repeat(600)}`, `: ${'x'.repeat(58)} … [602 characters]`],
    ['never half a character', `: ${'x'.repeat(57)}${'😀'.repeat(90)}`, `: ${'x'.repeat(57)}\ufffd … [239 characters]`],
    ['without the lines in front', `\n\n  : a\n${': b\n'.repeat(200)}`, `: a … [808 characters]`],
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

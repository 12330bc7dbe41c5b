/** Users of the built server, each with one ssh machine: as many as needed to stay within the limits of one. */
import type { Sshd } from '../../test/engines/sshd.ts';
import type { BuiltServer } from './built-server.ts';

export interface SshUser {
  /**
   * Runs the command through `synapse_exec`; throws unless it ends with 0. `from`: another address than usual, where one
   * would call too often.
   */
  exec(command: string, from?: string): Promise<void>;
  putPolicy(text: string): Promise<void>;
  /** In which sandbox each command ran, by the audit log, the newest first; null: in none. */
  sandboxes(): Promise<(string | null)[]>;
}

export function createSshUsers(server: BuiltServer, sshd: Sshd): () => Promise<SshUser> {
  let users = 0;
  return async () => {
    const { session, token } = await server.newUser('pro');
    const address = `127.0.1.${++users}`;
    const tool = <T>(name: string, args: Record<string, unknown>, from = address) =>
      server.tool<T>(token, name, args, from);
    const headers = { authorization: `Bearer ${session}` };
    // By the person: under a policy, what an assistant makes is closed until somebody has confirmed it.
    await server.call('PUT', '/synapse/secrets/SSH_KEY', { headers, json: { value: sshd.privateKey } });
    const connection = { host: '127.0.0.1', port: sshd.port, user: 'tester', key_secret: 'SSH_KEY' };
    await server.call('POST', '/synapse/machines', {
      headers,
      json: { slug: 'bench', label: 'bench', kind: 'ssh', connection },
    });
    return {
      sandboxes: async () => {
        const log = await server.call<{ entries: { sandbox: string | null }[] }>('GET', '/synapse/executions', {
          headers,
        });
        return log.entries.map(({ sandbox }) => sandbox);
      },
      putPolicy: async (text) => {
        await server.call('PUT', '/synapse/policy', { headers, json: { text } });
      },
      exec: async (command, from) => {
        const args = { machine: 'bench', command, timeout_seconds: 120 };
        const result = await tool<{ success: boolean }>('synapse_exec', args, from);
        if (!result.success) throw new Error(JSON.stringify(result).slice(0, 2_000));
      },
    };
  };
}

/** Several machines that are accounts of one sshd, and a user who has them all. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Sshd, type SshdProgram, startSshd } from '../engines/sshd.ts';
import type { Service } from '../service.ts';

export interface Fleet {
  readonly sshd: Sshd;
  readonly slugs: readonly string[];
  /** What `cat answer` prints there. */
  write(slug: string, text: string): Promise<void>;
  /** A user with a session, a token and all of the machines, tagged `web`; the first is also tagged `canary`. */
  newOwner(service: Service): Promise<Owner>;
}

export interface Owner {
  readonly id: string;
  readonly session: string;
  readonly token: string;
}

export async function startFleet(program: SshdProgram, count: number): Promise<Fleet> {
  const slugs = Array.from({ length: count }, (_, index) => `web-${index + 1}`);
  const sshd = await startSshd(program, [], slugs);
  return {
    sshd,
    slugs,
    write: (slug, text) => writeFile(join(sshd.home(slug), 'answer'), text),
    newOwner: async (service) => {
      const { id, session } = await service.newUser('pro');
      const token = await service.newToken(session);
      await service.tool(token, 'synapse_put_secret', { name: 'FLEET_KEY', value: sshd.privateKey });
      for (const slug of slugs) {
        const connection = { host: '127.0.0.1', port: sshd.port, user: slug, key_secret: 'FLEET_KEY' };
        const tags = slug === slugs[0] ? ['web', 'canary'] : ['web'];
        await service.created('/synapse/machines', session, { slug, kind: 'ssh', connection, tags });
      }
      return { id, session, token };
    },
  };
}

/** What does succeed, and the words with which the threat model says so. Whoever closes one moves it to the attempts. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { CANARIES, type World } from './world.ts';

export interface KnownLimit {
  readonly name: string;
  /** In docs/threat-model.md. */
  readonly said: string;
  run(world: World): Promise<unknown>;
}

export const KNOWN_LIMITS: readonly KnownLimit[] = [
  {
    name: 'a part of a value that it may use',
    said: 'a command can encode a value in a way no search recognises (encryption, compression other than gzip and zlib, a cipher, a part of it',
    run: async ({ free }) => {
      const { result } = await free.exec('local', 'printf %s {{STRIPE}} | cut -c 1-9');
      expect(result.stdout.trim()).toBe(CANARIES.STRIPE.slice(0, 9));
    },
  },
  {
    name: 'a script that is changed after running it was approved',
    said: 'that what was true while judging still is a moment later',
    run: async ({ guarded, scratch }) => {
      const script = join(scratch, 'script');
      writeFileSync(script, 'echo shown\n');
      const { result } = await guarded.exec('asked', `sh ${script} >${scratch}/printed`, { wait_seconds: 0 });
      await guarded.exec('unruled', `echo 'echo other' >${script}`);
      await guarded.person('POST', `/synapse/approvals/${result.approval.id}`, { decision: 'approve' });
      await guarded.tool('synapse_get_execution', { execution_id: result.execution_id, wait_seconds: 20 });
      expect(readFileSync(join(scratch, 'printed'), 'utf8')).toBe('other\n');
    },
  },
];

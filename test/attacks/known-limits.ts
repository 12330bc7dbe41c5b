/** What does succeed, and the words with which the threat model says so. Whoever closes one moves it to the attempts. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { CANARIES, type World } from './world.ts';

export interface KnownLimit {
  readonly name: string;
  /** In docs/threat-model.md. */
  readonly said: string;
  run(world: World): Promise<unknown>;
}

const questions = async ({ guarded }: World): Promise<{ id: string; command_template: string }[]> =>
  (await guarded.person('GET', '/synapse/approvals?status=pending')).body.approvals;

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
    name: 'a link in the place of a file that is approved, by a machine of the same host that the policy leaves open',
    said: 'that what was true while judging still is a moment later: a link may point elsewhere by then',
    run: async (world) => {
      const { guarded, scratch, mark } = world;
      const [path, elsewhere] = [join(scratch, 'new-file'), mark()];
      const writing = guarded.tool('synapse_write_file', { machine: 'asked', path, text: 'x' });
      await expect.poll(() => questions(world)).toHaveLength(1);
      await guarded.exec('unruled', `ln -s ${elsewhere} ${path}`);
      const [question] = await questions(world);
      await guarded.person('POST', `/synapse/approvals/${question!.id}`, { decision: 'approve' });
      await writing;
      expect(existsSync(elsewhere)).toBe(true);
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

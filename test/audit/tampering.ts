/**
 * Kinds of tampering: what somebody can do who can write the database, or the file of checkpoints, but lacks the keys.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { openingHash } from '../../packages/server/src/audit/chain.ts';
import type { TestUser } from '../service.ts';
import { anyTable, type Row, type World } from './world.ts';

export interface Scene extends World {
  readonly ada: TestUser;
  readonly bob: TestUser;
  /** Rows as they were when Ada had four entries of six, sealed by the service itself. */
  readonly earlier: { readonly head: Row; readonly record: Row };
}

type Tamper = (scene: Scene) => Promise<unknown>;

const entries = ({ database }: Scene) => anyTable(database);
const set = (scene: Scene, seq: number, values: Row) =>
  entries(scene)
    .updateTable('audit_entries')
    .set(values)
    .where('user_id', '=', scene.ada.id)
    .where('seq', '=', seq)
    .execute();
const cut = (scene: Scene, after: number) =>
  entries(scene).deleteFrom('audit_entries').where('user_id', '=', scene.ada.id).where('seq', '>', after).execute();
const setHead = (scene: Scene, values: Row) =>
  entries(scene).updateTable('audit_heads').set(values).where('user_id', '=', scene.ada.id).execute();
const chainOf = async (scene: Scene): Promise<Row[]> =>
  (await scene.rows('audit_entries'))
    .filter(({ user_id }) => user_id === scene.ada.id)
    .sort((a, b) => Number(a.seq) - Number(b.seq));
const lines = ({ file }: Scene): string[] => readFileSync(file, 'utf8').trim().split('\n');
const setLines = ({ file }: Scene, kept: readonly string[]) =>
  writeFileSync(file, kept.map((line) => `${line}\n`).join(''));
/** Rewrites everything from one entry on, as anyone can who is able to compute hashes. */
const rewrite = async (scene: Scene, from: number, change: Row): Promise<void> => {
  const chain = await chainOf(scene);
  let previous = (from === 1 ? Buffer.alloc(32) : chain[from - 2]!.hash) as Buffer;
  for (const row of chain.slice(from - 1)) {
    const changed = { ...row, ...(row.seq === from ? change : {}), prev_hash: previous };
    const hash = openingHash(changed as never, previous);
    await set(scene, Number(row.seq), { ...changed, hash });
    previous = hash;
  }
  await setHead(scene, { hash: previous });
};

export const IN_THE_DATABASE: Readonly<Record<string, Tamper>> = {
  'a command is changed': (scene) => set(scene, 2, { command_template: 'rm -rf /' }),
  'an exit code is changed': (scene) => set(scene, 2, { exit_code: 7 }),
  'an instance id is changed': (scene) => set(scene, 2, { instance_id: 'another' }),
  'a verdict is changed': (scene) => set(scene, 2, { verdict: 'deny' }),
  'a verdict is taken away': (scene) => set(scene, 2, { verdict: null }),
  'a rule is made up': (scene) => set(scene, 2, { rule: 'the boss said so' }),
  'an approval is made up': (scene) => set(scene, 2, { approval_id: 'approval' }),
  'a sandbox is made up': (scene) => set(scene, 2, { sandbox: 'bubblewrap' }),
  'an entry is passed off as the end of another': (scene) => set(scene, 2, { reconciles: 'another' }),
  'who decided is made up': (scene) => set(scene, 2, { decided_by: 'ada' }),
  'an entry is made to wait': (scene) => set(scene, 2, { status: 'pending' }),
  'a time is changed': (scene) => set(scene, 2, { created_at: 1 }),
  'an entry in the middle is deleted': (scene) =>
    entries(scene).deleteFrom('audit_entries').where('user_id', '=', scene.ada.id).where('seq', '=', 3).execute(),
  'the newest entries are deleted': (scene) => cut(scene, 4),
  'the newest are deleted and the head set back': async (scene) => {
    await cut(scene, 4);
    await setHead(scene, { seq: 4, hash: (await chainOf(scene))[3]!.hash });
  },
  'the newest are deleted and the head set back to what it was then, seal and all': async (scene) => {
    await cut(scene, 4);
    await setHead(scene, scene.earlier.head);
  },
  'so is what the database knows of the checkpoints': async (scene) => {
    await cut(scene, 4);
    await setHead(scene, scene.earlier.head);
    await entries(scene).updateTable('audit_checkpoint_files').set(scene.earlier.record).execute();
  },
  'a whole chain is deleted': async (scene) => {
    await cut(scene, 0);
    await entries(scene).deleteFrom('audit_heads').where('user_id', '=', scene.ada.id).execute();
  },
  'everything is deleted': async (scene) => {
    for (const table of ['audit_entries', 'audit_heads', 'audit_checkpoint_files']) {
      await entries(scene).deleteFrom(table).execute();
    }
  },
  'a head is deleted': (scene) =>
    entries(scene).deleteFrom('audit_heads').where('user_id', '=', scene.ada.id).execute(),
  'the seal of a head is taken off': (scene) => setHead(scene, { seal: null }),
  'the time of a head is changed': (scene) => setHead(scene, { created_at: 5 }),
  'an entry is appended': async (scene) => {
    const last = (await chainOf(scene)).at(-1)!;
    const forged = { ...last, seq: Number(last.seq) + 1, id: 'forged', execution_id: 'forged', prev_hash: last.hash };
    const hash = openingHash(forged as never, last.hash as Buffer);
    await entries(scene)
      .insertInto('audit_entries')
      .values({ ...forged, hash })
      .execute();
    await setHead(scene, { seq: forged.seq, hash });
  },
  'an entry is opened again': (scene) => set(scene, 6, { status: 'running', exit_code: null, duration_ms: null }),
  'two entries change places': async (scene) => {
    await set(scene, 2, { seq: 99 });
    await set(scene, 3, { seq: 2 });
    await set(scene, 99, { seq: 3 });
  },
  'the whole chain is written anew': (scene) => rewrite(scene, 1, { command_template: 'innocent' }),
  'the last entry is written anew': (scene) => rewrite(scene, 6, { command_template: 'innocent' }),
  'an entry is given to another user': (scene) => set(scene, 6, { user_id: scene.bob.id, seq: 9 }),
  'two users swap their names': async (scene) => {
    const named = (id: string, name: string) =>
      entries(scene).updateTable('users').set({ username: name, username_key: name }).where('id', '=', id).execute();
    await named(scene.ada.id, 'in-between');
    await named(scene.bob.id, scene.ada.username);
    await named(scene.ada.id, scene.bob.username);
  },
  'a user is renamed, in the head, too': async (scene) => {
    const renamed = { username: 'mallory', username_key: 'mallory' };
    await entries(scene).updateTable('users').set(renamed).where('id', '=', scene.ada.id).execute();
    await setHead(scene, { username: 'mallory' });
  },
  'the triggers are dropped': (scene) => scene.disarm(),
  'what is known of the checkpoints is deleted': (scene) =>
    entries(scene).deleteFrom('audit_checkpoint_files').execute(),
  'what is known of the checkpoints is set back': (scene) =>
    entries(scene).updateTable('audit_checkpoint_files').set(scene.earlier.record).execute(),
  'what is known of the checkpoints is changed': (scene) =>
    entries(scene).updateTable('audit_checkpoint_files').set({ lines: 1 }).execute(),
};

export const IN_THE_FILE: Readonly<Record<string, Tamper>> = {
  'a checkpoint is deleted': async (scene) => setLines(scene, lines(scene).toSpliced(1, 1)),
  'the first checkpoint is deleted': async (scene) => setLines(scene, lines(scene).slice(1)),
  'the last checkpoint is deleted': async (scene) => setLines(scene, lines(scene).slice(0, -1)),
  'half of the last checkpoint is cut off': async ({ file }) =>
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -100)),
  'a checkpoint is changed': async (scene) =>
    setLines(
      scene,
      lines(scene).with(
        1,
        lines(scene)[1]!.replace(/,(\d+),"/, (_, seq) => `,${Number(seq) + 1},"`),
      ),
    ),
  'the last checkpoint is changed': async (scene) =>
    setLines(
      scene,
      lines(scene).with(
        -1,
        lines(scene)
          .at(-1)!
          .replace(/"time":"2/, '"time":"1'),
      ),
    ),
  'two checkpoints change places': async (scene) => {
    const [first, second, ...rest] = lines(scene) as [string, string, ...string[]];
    setLines(scene, [second, first, ...rest]);
  },
  'a checkpoint is made up': async (scene) => {
    const made = { ...JSON.parse(lines(scene).at(-1)!), signature: Buffer.alloc(64).toString('base64') };
    setLines(scene, [...lines(scene), JSON.stringify({ ...made, n: made.n + 1 })]);
  },
  'a line of something else is added': async (scene) => setLines(scene, [...lines(scene), 'hello']),
  'the file is emptied': async (scene) => setLines(scene, []),
  'the file is deleted': async ({ file }) => rmSync(file),
};

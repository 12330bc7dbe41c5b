/**
 * Kinds of tampering: what somebody can do who can write the database, or the file of checkpoints, but lacks the keys.
 */
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
    .where('workspace_id', '=', scene.ada.id)
    .where('seq', '=', seq)
    .execute();
const cut = (scene: Scene, after: number) =>
  entries(scene)
    .deleteFrom('audit_entries')
    .where('workspace_id', '=', scene.ada.id)
    .where('seq', '>', after)
    .execute();
const setHead = (scene: Scene, values: Row) =>
  entries(scene).updateTable('audit_heads').set(values).where('workspace_id', '=', scene.ada.id).execute();
const chainOf = async (scene: Scene): Promise<Row[]> =>
  (await scene.rows('audit_entries'))
    .filter(({ workspace_id }) => workspace_id === scene.ada.id)
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

const NOTHING_SAID = {
  command_template: '[erased]',
  container: null,
  cwd: null,
  alias: null,
  token_hint: null,
  ip: null,
  rule: null,
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
    entries(scene).deleteFrom('audit_entries').where('workspace_id', '=', scene.ada.id).where('seq', '=', 3).execute(),
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
    await entries(scene).deleteFrom('audit_heads').where('workspace_id', '=', scene.ada.id).execute();
  },
  'everything is deleted': async (scene) => {
    for (const table of ['audit_entries', 'audit_heads', 'audit_checkpoint_files']) {
      await entries(scene).deleteFrom(table).execute();
    }
  },
  'a head is deleted': (scene) =>
    entries(scene).deleteFrom('audit_heads').where('workspace_id', '=', scene.ada.id).execute(),
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
  'an entry is given to another user': (scene) => set(scene, 6, { workspace_id: scene.bob.id, seq: 9 }),
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
  'a command is emptied as if it had been erased': (scene) =>
    set(scene, 2, { ...NOTHING_SAID, erased: Buffer.alloc(32, 1) }),
  'a command is emptied, and an entry tells of an erasure': async (scene) => {
    await set(scene, 2, { ...NOTHING_SAID, erased: Buffer.alloc(32, 1) });
    const last = (await chainOf(scene)).at(-1)!;
    const forged = { ...last, seq: Number(last.seq) + 1, id: 'forged', execution_id: 'forged', prev_hash: last.hash };
    const told = { ...forged, machine: '-', command_template: 'commands erased', erases: 6 };
    const hash = openingHash(told as never, last.hash as Buffer);
    await entries(scene)
      .insertInto('audit_entries')
      .values({ ...told, hash })
      .execute();
    await setHead(scene, { seq: told.seq, hash });
  },
  'the last entry is passed off as an erasure': async (scene) => {
    await set(scene, 2, { ...NOTHING_SAID, erased: Buffer.alloc(32, 1) });
    await rewrite(scene, 6, { erases: 5 });
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

const setCut = (scene: Scene, seq: number, values: Row) =>
  entries(scene)
    .updateTable('audit_cuts')
    .set(values)
    .where('workspace_id', '=', scene.ada.id)
    .where('seq', '=', seq)
    .execute();
const cutOf = async (scene: Scene, user: TestUser, seq: number): Promise<Row> =>
  (await scene.rows('audit_cuts')).find((cut) => cut.workspace_id === user.id && cut.seq === seq)!;
const removeUpTo = (scene: Scene, user: TestUser, seq: number) =>
  entries(scene).deleteFrom('audit_entries').where('workspace_id', '=', user.id).where('seq', '<=', seq).execute();
/** The files of Ada's archive, oldest first. */
const archived = ({ archive, ada }: Scene): string[] =>
  globSync('*.jsonl', { cwd: join(archive, ada.id) })
    .toSorted()
    .map((name) => join(archive, ada.id, name));
const edit = (file: string, change: (text: string) => string) =>
  writeFileSync(file, change(readFileSync(file, 'utf8')));

/** In a log of which Ada's entries 1 and 2, and 3 and 4, and Bob's 1 and 2 went to the archive. */
export const AROUND_A_CUT: Readonly<Record<string, Tamper>> = {
  'a cut record is moved on, and what it covers is deleted': async (scene) => {
    const last = (await chainOf(scene)).find(({ seq }) => seq === 5)!;
    await setCut(scene, 4, { seq: 5, hash: last.hash });
    await removeUpTo(scene, scene.ada, 5);
  },
  'a cut record is made up after the last one': async (scene) => {
    const last = (await chainOf(scene)).find(({ seq }) => seq === 5)!;
    const made = {
      ...(await cutOf(scene, scene.ada, 4)),
      first: 5,
      seq: 5,
      prev_hash: last.prev_hash,
      hash: last.hash,
    };
    await entries(scene).insertInto('audit_cuts').values(made).execute();
    await removeUpTo(scene, scene.ada, 5);
  },
  'a cut record of another user is passed off as this one’s': async (scene) => {
    const others = await cutOf(scene, scene.bob, 2);
    await setCut(scene, 2, { ...others, workspace_id: scene.ada.id });
  },
  'the last cut record is deleted': (scene) =>
    entries(scene).deleteFrom('audit_cuts').where('workspace_id', '=', scene.ada.id).where('seq', '=', 4).execute(),
  'the first cut record is deleted': (scene) =>
    entries(scene).deleteFrom('audit_cuts').where('workspace_id', '=', scene.ada.id).where('seq', '=', 2).execute(),
  'all cut records are deleted': (scene) => entries(scene).deleteFrom('audit_cuts').execute(),
  'the time of a cut is changed': (scene) => setCut(scene, 4, { created_at: 1 }),
  'the digest of an archive file is changed with the file': async (scene) => {
    edit(archived(scene)[0]!, (text) => text.replace('echo 1', 'echo 9'));
    await setCut(scene, 2, { digest: Buffer.alloc(32, 1) });
  },
  'a cut is said to be elsewhere': (scene) => setCut(scene, 2, { place: 'elsewhere' }),
  'a cut is said to have been erased': async (scene) => {
    await setCut(scene, 2, { archive: '', digest: Buffer.alloc(32) });
    rmSync(archived(scene)[0]!);
  },
  'a cut is said to be in another file': async (scene) => {
    const { archive, digest } = await cutOf(scene, scene.ada, 4);
    await setCut(scene, 2, { archive, digest });
  },
  'the seal of a cut is taken off': (scene) => setCut(scene, 4, { seal: Buffer.alloc(0) }),
  'the first remaining entry is deleted': (scene) => removeUpTo(scene, scene.ada, 5),
  'the remaining entries are written anew': async (scene) => {
    const [fifth, sixth] = (await chainOf(scene)) as [Row, Row];
    const first = { ...fifth, command_template: 'innocent' };
    const hash = openingHash(first as never, fifth.prev_hash as Buffer);
    await set(scene, 5, { command_template: 'innocent', hash });
    const second = { ...sixth, prev_hash: hash };
    const end = openingHash(second as never, hash);
    await set(scene, 6, { prev_hash: hash, hash: end });
    await setHead(scene, { hash: end });
  },
  'an archived entry is put back, changed': async (scene) => {
    const kept = JSON.parse(readFileSync(archived(scene)[1]!, 'utf8').split('\n')[1]!) as Row;
    const bytes = (name: string) => Buffer.from(String(kept[name]), 'hex');
    const row = { ...kept, prev_hash: bytes('prev_hash'), hash: bytes('hash'), seal: bytes('seal') };
    const changed = { ...row, command_template: 'innocent' };
    await entries(scene).insertInto('audit_entries').values(changed).execute();
  },
  'an entry is made up before the cut': async (scene) => {
    const [fifth] = (await chainOf(scene)) as [Row];
    const made = { ...fifth, seq: 2, id: 'made', execution_id: 'made', prev_hash: Buffer.alloc(32) };
    const hash = openingHash(made as never, made.prev_hash);
    await entries(scene)
      .insertInto('audit_entries')
      .values({ ...made, hash })
      .execute();
  },
  'what remains is deleted, with its end': async (scene) => {
    await cut(scene, 0);
    await entries(scene).deleteFrom('audit_heads').where('workspace_id', '=', scene.ada.id).execute();
  },
  'all of the log is deleted, with its cuts': async (scene) => {
    await cut(scene, 0);
    for (const table of ['audit_heads', 'audit_cuts']) {
      await entries(scene).deleteFrom(table).where('workspace_id', '=', scene.ada.id).execute();
    }
  },
};

export const IN_THE_ARCHIVE: Readonly<Record<string, Tamper>> = {
  'a command is changed': async (scene) => edit(archived(scene)[0]!, (text) => text.replace('echo 1', 'echo 9')),
  'an exit code is changed': async (scene) =>
    edit(archived(scene)[0]!, (text) => text.replace('"exit_code":0', '"exit_code":1')),
  'a line is deleted': async (scene) => edit(archived(scene)[1]!, (text) => text.slice(text.indexOf('\n') + 1)),
  'its end is cut off': async (scene) => edit(archived(scene)[1]!, (text) => text.slice(0, -40)),
  'something is added': async (scene) => edit(archived(scene)[1]!, (text) => `${text}\n`),
  'a file is missing': async (scene) => rmSync(archived(scene)[0]!),
  'the last file is missing': async (scene) => rmSync(archived(scene)[1]!),
  'a file is replaced by another': async (scene) => {
    const [first, second] = archived(scene) as [string, string];
    writeFileSync(first, readFileSync(second));
  },
  'all files are missing': async (scene) => rmSync(join(scene.archive, scene.ada.id), { recursive: true }),
  'the whole archive is missing': async (scene) => rmSync(scene.archive, { recursive: true }),
};

/** The rules of aliases, on both databases: what may be put, what it expands to, what is kept. */
import { Refusal } from '@synapse/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { FAMILIES } from '../../packages/judge/src/programs/index.ts';
import { type Aliases, createAliases } from '../../packages/server/src/aliases/aliases.ts';
import { isProgramName } from '../../packages/server/src/aliases/reserved.ts';
import { STARTERS } from '../../packages/server/src/aliases/starter.ts';
import type { WorkspaceId } from '../../packages/server/src/ids.ts';
import { describeOnBothDatabases } from '../databases.ts';
import { addUser } from './add-user.ts';
import { ALIASES, CASES } from './expansion-cases.ts';

describeOnBothDatabases('aliases', ({ open }) => {
  let now = 1_800_000_000_000;
  let aliases: Aliases;
  let newUser: () => Promise<WorkspaceId>;
  beforeAll(() => {
    const database = open();
    aliases = createAliases(database, () => now);
    newUser = () => addUser(database);
  });
  const codeOf = async (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
    );
  const messageOf = async (work: Promise<unknown>) => work.then(String, (error: Error) => error.message);

  describe('expansion', () => {
    let user: WorkspaceId;
    beforeAll(async () => {
      user = await newUser();
      for (const [code, command] of ALIASES) await aliases.put(user, code, command);
    });

    it('has cases enough', () => expect(CASES.length).toBeGreaterThanOrEqual(120));

    it.each(CASES)(
      '$typed [S4-EXEC-RULE-1] [S4-EXEC-RULE-2] [S4-EXEC-RULE-3] [S4-EXEC-RULE-4] [C5-ALIAS-MULTI] [C5-ALIAS-MARKER]',
      async ({ typed, runs, as, refused }) => {
        const expansion = aliases.expand(user, { command: typed });
        if (refused !== undefined) expect(await codeOf(expansion)).toBe(refused);
        else expect(await expansion).toEqual({ command: runs, code: as });
      },
    );

    it('takes the code in `alias` alone', async () => {
      expect(await aliases.expand(user, { alias: 'gst' })).toEqual({ command: 'git status', code: 'gst' });
      expect(await aliases.expand(user, { alias: '@QUX' })).toEqual({ command: 'echo mixed', code: 'QuX' });
      expect(await aliases.expand(user, { alias: 'dlg' })).toEqual({ command: 'docker logs --tail 100', code: 'dlg' });
      expect(await codeOf(aliases.expand(user, { alias: 'zzz' }))).toBe('alias_not_found');
    });

    it('says what to write instead', async () => {
      expect(await messageOf(aliases.expand(user, { command: '@pct x' }))).toContain('ajoutez {} à l’endroit');
      expect(await messageOf(aliases.expand(user, { command: '@zzz x' }))).toContain('zzz (synapse_list_aliases');
      const long = await messageOf(aliases.expand(user, { command: `@${'z'.repeat(60_000)}` }));
      expect(long.length).toBeLessThan(200);
    });

    it('never expands to more than a command may have', async () => {
      const args = 'x'.repeat(65_530);
      expect(await codeOf(aliases.expand(user, { command: `@gst ${args}` }))).toBe('arguments_invalid');
    });

    it('knows nothing of other users’ aliases', async () => {
      const other = await newUser();
      expect(await codeOf(aliases.expand(other, { command: '@gst' }))).toBe('alias_not_found');
      expect(await aliases.expand(other, { command: 'gst' })).toEqual({ command: 'gst', code: null });
      expect(await aliases.list(other)).toEqual([]);
    });
  });

  it('refuses to chain, at put and at run, in both directions [S2-ALIAS-CHAIN]', async () => {
    const user = await newUser();
    await aliases.put(user, 'aaa', 'echo a');
    for (const command of ['aaa x', '@aaa x', 'AAA', ' @Aaa', 'aaa|wc', 'aaa; ls', 'aaa\nls', '@aaa && ls']) {
      expect(await codeOf(aliases.put(user, 'bbb', command)), command).toBe('alias_chained');
    }
    expect(await codeOf(aliases.put(user, 'bbb', 'bbb --self'))).toBe('alias_chained');
    for (const command of ['echo aaa', 'aaab x', './aaa', 'aaa.sh', 'aaa-x']) {
      expect(await codeOf(aliases.put(user, 'bbb', command)), command).toBe('done');
    }
    await aliases.put(user, 'bbb', 'ccc x');
    await aliases.put(user, 'ddd', '@eee x');
    const chained = aliases.put(user, 'CCC', 'echo c');
    expect(await messageOf(chained)).toBe(
      'Alias enchaîné : la commande de bbb commence par l’alias CCC ; écrivez celle de CCC en entier',
    );
    expect(await codeOf(aliases.put(user, 'eee', 'echo e'))).toBe('alias_chained');
    expect(await codeOf(aliases.rename(user, 'aaa', 'ccc'))).toBe('alias_chained');
    expect(await codeOf(aliases.put(user, 'aaa', 'bbb y'))).toBe('alias_chained');
    expect((await aliases.list(user)).map(({ code }) => code)).toEqual(['aaa', 'bbb', 'ddd']);
    // A first word that comes by way of the marker.
    await aliases.put(user, 'fff', '{} --help');
    expect(await codeOf(aliases.expand(user, { command: '@fff aaa' }))).toBe('alias_chained');
    expect(await codeOf(aliases.expand(user, { command: '@fff @aaa' }))).toBe('alias_chained');
    expect(await codeOf(aliases.expand(user, { command: '@fff ls' }))).toBe('done');
  });

  it('lets only one of two puts through that would chain together [S2-ALIAS-CHAIN]', async () => {
    for (let round = 0; round < 5; round++) {
      const user = await newUser();
      const other = createAliases(open(), () => now);
      const outcomes = await Promise.all([
        codeOf(aliases.put(user, 'aaa', 'bbb x')),
        codeOf(other.put(user, 'bbb', 'aaa x')),
      ]);
      expect(outcomes.sort()).toEqual(['alias_chained', 'done']);
    }
  });

  it('knows the names of all programs that the judge knows', () => {
    const names = Object.values(FAMILIES).flatMap((family) => Object.keys(family));
    const codes = names.filter((name) => /^[a-z]{3}$/.test(name));
    expect(codes).toContain('zfs');
    expect(codes.filter((code) => !isProgramName(code))).toEqual([]);
  });

  it('takes three letters that are no program [C5-ALIAS-CODE]', async () => {
    const user = await newUser();
    for (const code of ['ab', 'abcd', 'a1b', '@ab', 'é00', 'abé', '', ' ab', 'a b', 'ab\n']) {
      expect(await codeOf(aliases.put(user, code, 'echo x')), code).toBe('alias_code_invalid');
    }
    for (const code of ['git', 'npm', 'cat', 'ssh', 'sed', 'awk', 'env', 'tar', 'pip', 'GIT', 'Npm', 'zfs', 'for']) {
      expect(await codeOf(aliases.put(user, code, 'echo x')), code).toBe('alias_code_reserved');
    }
    expect(await messageOf(aliases.put(user, 'git', 'echo x'))).toContain('choisissez un autre code');
    expect(await aliases.list(user)).toEqual([]);
  });

  it('takes one marker at most [C5-ALIAS-MARKER]', async () => {
    const user = await newUser();
    expect(await codeOf(aliases.put(user, 'aaa', 'cp {} {}'))).toBe('alias_marker');
    expect(await codeOf(aliases.put(user, 'aaa', 'echo {}{}'))).toBe('alias_marker');
    expect(await codeOf(aliases.put(user, 'aaa', 'cp {} \\{}'))).toBe('done');
    expect(await codeOf(aliases.put(user, 'bbb', 'echo \\{} \\{}'))).toBe('done');
    expect(await codeOf(aliases.put(user, 'ccc', '{}'))).toBe('arguments_invalid');
  });

  it('keeps starter codes for the starters [S2-ALIAS-RESERVED]', async () => {
    const user = await newUser();
    expect(STARTERS.length).toBeGreaterThanOrEqual(25);
    expect(STARTERS.length).toBeLessThanOrEqual(40);
    for (const { code, command } of STARTERS) {
      expect(await codeOf(aliases.put(user, code, 'echo mine')), code).toBe('alias_code_reserved');
      expect(await codeOf(aliases.put(user, code.toUpperCase(), 'echo mine')), code).toBe('alias_code_reserved');
      expect(await codeOf(aliases.put(user, code, command)), code).toBe('done');
    }
    await aliases.put(user, 'zza', 'echo x');
    await aliases.remove(user, 'gst');
    expect(await codeOf(aliases.rename(user, 'zza', 'gst'))).toBe('alias_code_reserved');
  });

  it('installs the starters once, around what is there', async () => {
    const user = await newUser();
    await aliases.put(user, 'GST', 'git status');
    await aliases.put(user, 'zza', 'dps --mine');
    const first = await aliases.seed(user);
    expect(first.skipped).toEqual(['gst', 'dps']);
    expect(first.installed).toHaveLength(STARTERS.length - 2);
    const before = await aliases.list(user);
    expect(await aliases.seed(user)).toEqual({ installed: [], skipped: STARTERS.map(({ code }) => code) });
    expect(await aliases.list(user)).toEqual(before);
    for (const { code, command } of STARTERS) {
      if (code === 'dps') continue;
      expect((await aliases.expand(user, { command: `@${code}` })).command.startsWith(command.split(' ')[0]!)).toBe(
        true,
      );
    }
  });

  it('changes a command in any case and keeps the count; renaming keeps it too [S2-ALIAS-RENAME]', async () => {
    const user = await newUser();
    await aliases.put(user, 'Foo', 'echo one');
    await aliases.countHit(user, 'foo');
    now += 5000;
    await aliases.countHit(user, 'FOO');
    const last_used_at = new Date(now).toISOString();
    expect(await aliases.put(user, 'fOO', 'echo two')).toEqual({
      code: 'Foo',
      command: 'echo two',
      hit_count: 2,
      last_used_at,
    });
    expect(await aliases.rename(user, 'foo', 'Baz')).toEqual({
      code: 'Baz',
      command: 'echo two',
      hit_count: 2,
      last_used_at,
    });
    expect(await aliases.rename(user, 'baz', 'baZ')).toMatchObject({ code: 'baZ', hit_count: 2 });
    expect(await codeOf(aliases.expand(user, { command: '@foo' }))).toBe('alias_not_found');
    await aliases.put(user, 'qux', 'echo other');
    expect(await codeOf(aliases.rename(user, 'baz', 'QUX'))).toBe('alias_exists');
    expect(await codeOf(aliases.rename(user, 'nop', 'zzz'))).toBe('alias_not_found');
    expect(await codeOf(aliases.rename(user, 'baz', 'git'))).toBe('alias_code_reserved');
    expect(await codeOf(aliases.rename(user, 'baz', 'x1'))).toBe('alias_code_invalid');
    await aliases.remove(user, 'BAZ');
    expect(await codeOf(aliases.remove(user, 'baz'))).toBe('alias_not_found');
    expect(await aliases.put(user, 'baz', 'echo two')).toMatchObject({ hit_count: 0, last_used_at: null });
  });

  it('never moves the last use backwards', async () => {
    const user = await newUser();
    await aliases.put(user, 'foo', 'echo one');
    await aliases.countHit(user, 'foo');
    const late = new Date(now).toISOString();
    now -= 60_000;
    await aliases.countHit(user, 'foo');
    expect(await aliases.list(user)).toMatchObject([{ hit_count: 2, last_used_at: late }]);
    now += 60_000;
  });
});

/** Write transactions: each fails alone, is durable when acknowledged, and exact across handles. */
import { expect, it } from 'vitest';
import { compileOnce } from '../../packages/server/src/db/compile-once.ts';
import type { Queries } from '../../packages/server/src/db/database.ts';
import { describeOnBothDatabases } from '../databases.ts';

const factsOf = compileOnce((queries: Queries, name: string) =>
  queries.selectFrom('instance_facts').select('value').where('name', '=', name),
);

describeOnBothDatabases('transactions', ({ open }) => {
  it('rolls back the one that fails and keeps its neighbours', async () => {
    const database = open();
    const write = (name: string, fail = false) =>
      database.transaction(async (tx) => {
        await tx.insertInto('instance_facts').values({ name, value: 'x' }).execute();
        if (fail) throw new Error(`no ${name}`);
        return name;
      });
    await write('a');
    const results = await Promise.allSettled([write('b', true), write('c'), write('a'), write('d')]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
    const names = await database.queries.selectFrom('instance_facts').select('name').orderBy('name').execute();
    expect(names.map(({ name }) => name)).toEqual(['a', 'c', 'd']);
  });

  it('shows nobody outside what may yet be undone, nor lets it take a single statement along', async () => {
    const database = open();
    const seen: Promise<unknown[]>[] = [];
    const failing = database.transaction(async (tx) => {
      await tx.insertInto('instance_facts').values({ name: 'undone', value: 'x' }).execute();
      seen.push(factsOf(database.queries, 'undone'));
      const single = database.queries.insertInto('instance_facts').values({ name: 'single', value: 'y' }).execute();
      seen.push(single.then(() => factsOf(database.queries, 'single')));
      expect(await factsOf(tx, 'undone')).toEqual([{ value: 'x' }]);
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect(await Promise.all(seen)).toEqual([[], [{ value: 'y' }]]);
  });

  it('shows what was acknowledged to another instance at once', async () => {
    const [one, other] = [open(), open()];
    for (let round = 0; round < 20; round++) {
      await one.transaction((tx) =>
        tx
          .insertInto('instance_facts')
          .values({ name: `r${round}`, value: '1' })
          .execute(),
      );
      const row = await other.queries
        .selectFrom('instance_facts')
        .select('value')
        .where('name', '=', `r${round}`)
        .executeTakeFirst();
      expect(row?.value).toBe('1');
    }
  });

  it('serves many at once from two handles without losing one', async () => {
    const handles = [open(), open()];
    await handles[0]!.queries.insertInto('instance_facts').values({ name: 'sum', value: '0' }).execute();
    const add = (index: number) =>
      handles[index % 2]!.transaction(async (tx) => {
        await tx
          .updateTable('instance_facts')
          .set((eb) => ({ value: eb.cast(eb(eb.cast<number>('value', 'integer'), '+', 1), 'text') }))
          .where('name', '=', 'sum')
          .execute();
      });
    await Promise.all(Array.from({ length: 300 }, (_, index) => add(index)));
    const { value } = await handles[1]!.queries
      .selectFrom('instance_facts')
      .select('value')
      .where('name', '=', 'sum')
      .executeTakeFirstOrThrow();
    expect(Number(value)).toBe(300);
  });
});

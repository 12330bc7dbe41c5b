/**
 * Every kind of tampering is found, by the running service and without it; an untouched log is intact.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AROUND_A_CUT, IN_THE_ARCHIVE, IN_THE_DATABASE, IN_THE_FILE, type Scene } from './tampering.ts';
import { anyTable, openWorld, type Row } from './world.ts';

export function tamperingIsFound(dialect: 'sqlite' | 'postgres'): void {
  describe(`tampering on ${dialect}`, () => {
    let scene: Scene;
    let putBack: () => Promise<void>;
    beforeAll(async () => {
      const world = await openWorld(dialect);
      const [ada, bob] = [await world.newUser(), await world.newUser()];
      // Not over REST: that would be one more entry.
      await anyTable(world.database)
        .insertInto('policies')
        .values({
          id: ada.id,
          workspace_id: ada.id,
          version: 1,
          updated_at: 1,
          updated_by: 'ada',
          text: 'default: careful',
        })
        .execute();
      let earlier: { head: Row; record: Row } | null = null;
      for (let each = 1; each <= 6; each++) {
        await world.exec(ada, `echo ${each}`);
        await world.exec(bob);
        if (each % 2 === 1) continue;
        await world.signedOff();
        const head = (await world.rows('audit_heads')).find(({ workspace_id }) => workspace_id === ada.id)!;
        if (each === 4) earlier = { head, record: (await world.rows('audit_checkpoint_files'))[0]! };
      }
      // One more line, so that no number is by chance the last or the last but one.
      for (let each = 0; each < 2; each++) {
        await world.exec(bob);
        await world.signedOff();
      }
      scene = { ...world, ada, bob, earlier: earlier! };
      putBack = await world.snapshot();
    });
    afterAll(() => scene?.stop());

    const problems = async (): Promise<[string[], string[]]> => {
      const [online, offline] = await Promise.all([scene.online(scene.ada), scene.offline()]);
      expect([online.state, offline.state].filter((state) => state === 'unknown')).toEqual([]);
      return [online.findings.map(({ problem }) => problem), offline.findings.map(({ problem }) => problem)];
    };

    it('untouched, it is intact, here and there', async () => {
      expect(await scene.online(scene.ada)).toMatchObject({ state: 'intact', entries: 6, findings: [], unknown: [] });
      expect(await scene.offline()).toMatchObject({ state: 'intact', entries: 14, findings: [], unknown: [] });
    });

    const found = async (tamper: (scene: Scene) => Promise<unknown>, byGuards = false): Promise<void> => {
      try {
        await tamper(scene);
        const [online, offline] = await problems();
        // An attacker who dropped the triggers may have put them back, so that alone must not be what reveals it.
        const telling = (all: string[]) => (byGuards ? all : all.filter((problem) => problem !== 'guards_removed'));
        expect(telling(online)).not.toEqual([]);
        expect(telling(offline)).not.toEqual([]);
      } finally {
        await putBack();
      }
    };
    // If something had not been put back, all that came after it would have been found for that alone.
    const isAsItWas = () => it('is intact again', async () => expect(await problems()).toEqual([[], []]));

    it.each(Object.entries(IN_THE_DATABASE))('is found: %s', async (kind, tamper) => {
      const byGuards = kind.startsWith('the triggers');
      if (!byGuards) await scene.disarm();
      await found(tamper, byGuards);
    });
    it.each(Object.entries(IN_THE_FILE))('is found: %s', (_kind, tamper) => found(tamper));
    isAsItWas();

    describe('when entries have gone to the archive', () => {
      beforeAll(async () => {
        await scene.cut(scene.ada, 3);
        await scene.cut(scene.ada, 5);
        await scene.cut(scene.bob, 3);
        putBack = await scene.snapshot();
      });

      it('untouched, it is intact, here and there', async () => {
        const intact = { state: 'intact', findings: [], unknown: [] };
        expect(await scene.online(scene.ada)).toMatchObject({ ...intact, entries: 2, archived: 4 });
        expect(await scene.offline()).toMatchObject({ ...intact, entries: 8, archived: 6 });
      });

      it.each(Object.entries(AROUND_A_CUT))('is found: %s', async (_kind, tamper) => {
        await scene.disarm();
        await found(tamper);
      });
      it.each(Object.entries(IN_THE_ARCHIVE))('is found in the archive: %s', (_kind, tamper) => found(tamper));
      isAsItWas();
    });
  });
}

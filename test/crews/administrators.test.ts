/** An administrator of the instance who is no member reads nothing of a crew, whatever they ask for. */
import { expect, it } from 'vitest';
import { type Service, startService, type TestUser } from '../service.ts';
import { describeServiceOnBoth, newCrew } from './on-both.ts';

const MARK = 'a-word-of-the-crew';

interface Page {
  readonly entries: { readonly command_template: string; readonly user_id?: string }[];
  readonly next_cursor: string | null;
}
interface Result {
  readonly approval: { readonly id: string };
}
interface Stats {
  readonly totals: { readonly commands: number };
  readonly aliases: { readonly top_codes: readonly { readonly code: string }[] };
  readonly groups: readonly { readonly key: string; readonly commands: number }[];
}

describeServiceOnBoth('administrators and crews', (running) => {
  const get = async <T>(service: Service, token: string, path: string): Promise<T> =>
    (await service.call<T>('GET', path, { token })).body;

  it.each([false, true])(
    'lists, searches, exports and statistics of all users leave crews out, deleted: %s',
    async (deleted) => {
      const service = running();
      const admin = await service.login();
      const crew = await newCrew(service);
      const { operator, keeper, owner } = crew.members;
      const base = `/crews/${crew.slug}/synapse`;
      await service.created(`${base}/machines`, keeper.session, { slug: 'web1', kind: 'local' });
      await service.call('PUT', `${base}/aliases/zzq`, { token: keeper.session, body: { command: `echo ${MARK}` } });
      for (const { session } of [operator, operator, keeper]) {
        const body = { machine: `${crew.slug}/web1`, command: 'zzq' };
        const { body: done } = await service.call('POST', '/synapse/exec', { token: session, body });
        expect(done).toMatchObject({ status: 'done' });
      }
      const before = await get<Stats>(service, owner.session, `${base}/stats?group_by=user`);
      expect(before.totals.commands).toBe(3);
      expect(before.aliases.top_codes).toMatchObject([{ code: 'zzq' }]);
      expect(before.groups.map(({ key, commands }) => [key, commands]).toSorted()).toEqual(
        [
          [keeper.username, 1],
          [operator.username, 2],
        ].toSorted(),
      );
      const { queries } = service.app.database;
      const { id } = await queries
        .selectFrom('crews')
        .select('id')
        .where('slug', '=', crew.slug)
        .executeTakeFirstOrThrow();
      if (deleted) {
        const body = { confirm: crew.slug };
        expect((await service.call('DELETE', `/crews/${crew.slug}`, { token: owner.session, body })).status).toBe(204);
      }
      const asked = ['', '&machine=web1', '&alias=zzq', '&success=true', `&q=${MARK}`, '&source=crew', '&status=done'];
      for (const whose of ['all=true', `user_id=${id}`])
        for (const more of asked) {
          const page = await get<Page>(service, admin, `/synapse/executions?${whose}&limit=100${more}`);
          expect(JSON.stringify(page), `${whose}${more}`).not.toContain(MARK);
          expect(JSON.stringify(page), `${whose}${more}`).not.toContain(id);
        }
      expect(await get<Page>(service, admin, `/synapse/executions?user_id=${id}`)).toEqual({
        entries: [],
        next_cursor: null,
      });
      // Those of people are all there.
      const people = await get<Page>(service, admin, '/synapse/executions?all=true&limit=100');
      expect(people.entries.length).toBeGreaterThan(0);
      for (const format of ['jsonl', 'csv'])
        for (const whose of ['all=true', `user_id=${id}`]) {
          const exported = await fetch(`${service.url}/synapse/audit/export?${whose}&format=${format}`, {
            headers: { authorization: `Bearer ${admin}` },
          });
          const text = await exported.text();
          expect(text).not.toContain(MARK);
          expect(text).not.toContain(id);
        }
      const everybody = await get<Stats>(service, admin, '/synapse/stats?group_by=user');
      expect(everybody.groups.map(({ key }) => key)).not.toContain(id);
      expect(everybody.aliases.top_codes.map(({ code }) => code)).not.toContain('zzq');
      expect((await get<Stats>(service, admin, `/synapse/stats?filter_user_id=${id}`)).totals.commands).toBe(0);
    },
  );
});

it('who is no administrator any more when others decide runs nothing that takes one', async () => {
  const service = await startService({ SYNAPSE_ALLOW_LOCAL: 'admin' });
  try {
    const actor = await service.newUser('equipage', { role: 'admin' });
    const other = await service.newUser('free');
    await service.created('/crews', actor.session, { slug: 'ops', name: 'Operations' });
    const as = ({ session }: TestUser, method: string, path: string, body: object) =>
      service.call<Result>(method, path, { token: session, body });
    await as(actor, 'PUT', `/crews/ops/members/${other.username}`, { role: 'operator' });
    await as(actor, 'POST', '/crews/ops/synapse/machines', { slug: 'here', kind: 'local' });
    const text = 'version: 1\nrules:\n  - when: { program: uname }\n    then: ask\n    ask: other\n';
    await as(actor, 'PUT', '/crews/ops/synapse/policy', { text });
    const ask = async () => {
      const body = { machine: 'ops/here', command: 'uname', wait_seconds: 0 };
      return (await as(actor, 'POST', '/synapse/exec', body)).body;
    };
    const decide = async ({ approval: { id } }: Result) =>
      (await as(other, 'POST', `/synapse/approvals/${id}`, { decision: 'approve' })).body;
    expect(await decide(await ask())).toMatchObject({ status: 'approved' });
    const waiting = await ask();
    const token = await service.login();
    const changed = await service.call('PATCH', `/admin/users/${actor.id}`, { token, body: { role: 'member' } });
    expect(changed.status).toBe(200);
    expect(await decide(waiting)).toMatchObject({ code: 'approval_stale' });
  } finally {
    await service.stop();
  }
});

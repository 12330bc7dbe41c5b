/** An owner whose role or account is gone by the time that a call writes: it changes nothing, although it was let in. */
import { expect, it } from 'vitest';
import { createAccess } from '../../packages/server/src/access/access.ts';
import { createAudit } from '../../packages/server/src/audit/audit.ts';
import { createCrews } from '../../packages/server/src/crews/crews.ts';
import { createInvitations } from '../../packages/server/src/crews/invitations.ts';
import { newId } from '../../packages/server/src/ids.ts';
import { describeServiceOnBoth, newCrew } from './on-both.ts';

const nothing = (): never => {
  throw new Error('nothing is to happen');
};
const effects = { ending: nothing, changed: nothing, updatePages: nothing, dropLostRights: nothing };

describeServiceOnBoth('a role that is gone by the time that it counts', (running) => {
  it.each([
    ['lower', 'role_required'],
    ['over', 'not_found'],
    ['gone', 'not_found'],
    ['disabled', 'not_found'],
  ] as const)('invites, withdraws and changes nothing: %s', async (state, code) => {
    const service = running();
    const { slug, members } = await newCrew(service);
    const { owner, keeper, watcher } = members;
    const other = await service.newUser('free');
    const path = `/crews/${slug}/members`;
    const as = (method: string, who: string, body: object) =>
      service.call(method, `${path}/${who}`, { token: owner.session, body });
    await as('PUT', other.username, { role: 'owner' });
    const invitation = await service.created<{ id: string }>(`/crews/${slug}/invitations`, owner.session, {
      role: 'watcher',
    });

    const { database } = service.app;
    const access = createAccess(database, Date.now);
    const settings = { instanceId: newId(), sealKey: Buffer.alloc(32), deadAfterMs: 1e9 };
    const audit = createAudit(database, Date.now, settings);
    const crews = createCrews(database, Date.now, audit, access, effects);
    const invitations = createInvitations(database, Date.now, audit, crews, access, effects);
    const by = { id: other.id, username: other.username, plan: 'free', ip: null } as const;
    const letIn = await access.enter(other.id, slug);

    if (state === 'lower') await as('PUT', other.username, { role: 'keeper' });
    if (state === 'gone') await as('DELETE', other.username, {});
    if (state === 'disabled')
      await service.call('PATCH', `/admin/users/${other.id}`, {
        token: await service.login(),
        body: { disabled: true },
      });
    if (state === 'over') {
      const past = { until: Date.now() - 1 };
      await database.queries.updateTable('crew_members').set(past).where('user_id', '=', other.id).execute();
    }
    const stored = async () => [
      (await service.call('GET', '/crews', { token: owner.session })).body,
      (await service.call('GET', path, { token: owner.session })).body,
      (await service.call('GET', `/crews/${slug}/invitations`, { token: owner.session })).body,
    ];
    const before = await stored();
    const calls: readonly (() => Promise<unknown>)[] = [
      () => invitations.create(by, letIn, { role: 'owner' }),
      () => invitations.remove(by, letIn, invitation.id),
      () => crews.rename(by, letIn, 'Renamed'),
      () => crews.putMember(by, letIn, watcher.username, { role: 'owner' }),
      () => crews.removeMember(by, letIn, keeper.username),
      () => crews.remove(by, letIn, slug),
    ];
    for (const call of calls) await expect(call(), `${call}`).rejects.toMatchObject({ code });
    expect(await stored()).toEqual(before);
  });
});

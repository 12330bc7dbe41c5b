/** A flood of commands that are refused for their number fills neither the log nor the database: they are counted. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createLimitedRefusals } from '../../packages/server/src/admission/limited-refusals.ts';
import { createAudit } from '../../packages/server/src/audit/audit.ts';
import { newId, personalWorkspaceId } from '../../packages/server/src/ids.ts';
import { masterKey } from '../../packages/server/src/vault/cipher.ts';
import { loadInstanceKeys } from '../../packages/server/src/vault/instance-keys.ts';
import { openWorld } from './world.ts';

const ORDER = {
  source: 'rest',
  machine: 'web1',
  container: null,
  cwd: null,
  commandTemplate: 'true',
  alias: null,
  typedChars: 4,
  tokenHint: null,
  ip: null,
} as const;

for (const dialect of ['sqlite', 'postgres'] as const) {
  it(`are ten entries a minute, and the number of the others, on ${dialect}`, async () => {
    const world = await openWorld(dialect);
    const { service, database, env } = world;
    const ada = await world.newUser();
    service.holdClock();
    const order = () =>
      service.call('POST', '/synapse/exec', { token: ada.session, body: { machine: 'local', command: 'true' } });
    const told = async (): Promise<string[]> => {
      const { body } = await service.call('GET', '/synapse/executions?limit=100', { token: ada.session });
      return (body.entries as { refusal: string | null; command_template: string }[])
        .filter(({ refusal }) => refusal === 'exec_rate_limited')
        .map(({ command_template }) => command_template);
    };
    const answers = await Promise.all(Array.from({ length: 42 }, order));
    expect(answers.filter(({ body }) => body.code === 'exec_rate_limited')).toHaveLength(12);
    const ten = Array.from({ length: 10 }, () => 'true');
    expect(await told()).toEqual(ten);
    expect(await database.queries.selectFrom('refusal_counts').select('count').execute()).toEqual([{ count: 2 }]);

    // The next one that the log tells of, in another minute, stands for them and for itself.
    service.advance(61_000);
    await Promise.all(Array.from({ length: 30 }, order));
    expect((await order()).status).toBe(429);
    expect(await told()).toEqual(['3 more commands', ...ten]);
    await Promise.all(Array.from({ length: 10 }, order));
    expect(await told()).toHaveLength(20);

    // Where none comes, they are told of when their minute is over.
    service.advance(61_000);
    const key = masterKey(
      Buffer.from(readFileSync(join(env.SYNAPSE_DATA_DIR!, 'master.key'), 'utf8').trim(), 'base64'),
    );
    const { auditSeals: sealKey } = await loadInstanceKeys(database, key);
    const clock = () => Date.now() + 122_000;
    const audit = createAudit(database, clock, { instanceId: 'another', sealKey, deadAfterMs: 30_000 });
    const limited = createLimitedRefusals(database, clock, audit);
    await limited.expire();
    await limited.expire();
    expect((await told()).slice(0, 2)).toEqual(['1 more commands', 'true']);
    expect(await database.queries.selectFrom('refusal_counts').selectAll().execute()).toEqual([]);
    expect(await world.online(ada)).toMatchObject({ state: 'intact' });
    await world.stop();
  });
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  it(`are counted for each member of a crew apart, on ${dialect}`, async () => {
    const world = await openWorld(dialect);
    const { database, env } = world;
    const key = masterKey(
      Buffer.from(readFileSync(join(env.SYNAPSE_DATA_DIR!, 'master.key'), 'utf8').trim(), 'base64'),
    );
    const { auditSeals: sealKey } = await loadInstanceKeys(database, key);
    let now = Date.now();
    const clock = () => now;
    const audit = createAudit(database, clock, { instanceId: 'another', sealKey, deadAfterMs: 30_000 });
    const limited = createLimitedRefusals(database, clock, audit);
    const crew = personalWorkspaceId(newId());
    await database.queries
      .insertInto('crews')
      .values({ id: crew, slug: 'ops', name: 'Ops', created_at: now })
      .execute();
    const refuse = (username: string) =>
      database.transaction(async (tx) => {
        const actor = { user_id: username, username, token_label: null, client: null, crew: 'ops' };
        const entry = await limited.tell(tx, { ...ORDER, workspaceId: crew, actor }, 'exec_rate_limited');
        if (entry !== null) audit.committed(entry);
      });
    const told = async () =>
      (await audit.list(crew, { limit: 100 })).entries.map(({ actor, command_template: what }) => [
        actor?.username,
        what,
      ]);
    for (let time = 0; time < 13; time++) await refuse('grace');
    now += 61_000;
    await refuse('ada');
    const ten = Array.from({ length: 10 }, () => ['grace', 'true']);
    expect(await told()).toEqual([['ada', 'true'], ...ten]);
    await limited.expire();
    await limited.expire();
    expect(await told()).toEqual([['grace', '3 more commands'], ['ada', 'true'], ...ten]);
    // Without an actor it would be read by administrators, as an entry of a person.
    expect((await audit.list(null, { limit: 100 })).entries.filter(({ machine }) => machine === 'web1')).toEqual([]);
    await world.stop();
  });
}

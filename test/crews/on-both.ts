/** A service on each database, for what must hold on both. */
import { afterAll, beforeAll, describe } from 'vitest';
import { createPostgresDatabase } from '../databases.ts';
import { type Service, startService, type TestUser } from '../service.ts';

export function describeServiceOnBoth(name: string, suite: (service: () => Service) => void): void {
  for (const dialect of ['sqlite', 'postgres'] as const) {
    describe(`${name} on ${dialect}`, () => {
      let service: Service;
      beforeAll(async () => {
        const shared: Record<string, string> =
          dialect === 'sqlite' ? {} : { SYNAPSE_DATABASE_URL: await createPostgresDatabase() };
        service = await startService({ SYNAPSE_ALLOW_LOCAL: 'all', SYNAPSE_PRIVATE_ADDRESSES: 'true', ...shared });
      });
      afterAll(() => service?.stop());
      suite(() => service);
    });
  }
}

export type CrewRole = 'watcher' | 'operator' | 'keeper' | 'owner';
export const ROLES: readonly CrewRole[] = ['watcher', 'operator', 'keeper', 'owner'];

export interface TestCrew {
  readonly slug: string;
  /** One of each role, none of whom has a plan of their own but the owner. */
  readonly members: Readonly<Record<CrewRole, TestUser>>;
  /** Somebody on the same instance who is no member. */
  readonly stranger: TestUser;
}

let made = 0;

/** A crew with one member of each role. */
export async function newCrew(service: Service): Promise<TestCrew> {
  // As they are sorted.
  const slug = `crew-${String(++made).padStart(3, '0')}`;
  const owner = await service.newUser('equipage');
  await service.created('/crews', owner.session, { slug, name: `Crew ${made}` });
  const join = async (role: CrewRole): Promise<TestUser> => {
    const user = await service.newUser('free');
    const path = `/crews/${slug}/members/${user.username}`;
    const { status, body } = await service.call('PUT', path, { token: owner.session, body: { role } });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return user;
  };
  const [watcher, operator, keeper] = [await join('watcher'), await join('operator'), await join('keeper')];
  return { slug, members: { watcher, operator, keeper, owner }, stranger: await service.newUser('equipage') };
}

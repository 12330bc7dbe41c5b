/** One service, one user and one rig for all tests of a file. */
import { afterAll, beforeAll } from 'vitest';
import { type Service, startService, type TestUser } from '../service.ts';
import { openRig, type Rig } from './rig.ts';

export interface SharedRig {
  readonly service: Service;
  readonly user: TestUser;
  readonly rig: Rig;
}

/** Makes them before the tests, gives them to `keep`, and ends them after the tests. */
export function shareRig(keep: (made: SharedRig) => void): void {
  let made: SharedRig | null = null;
  beforeAll(async () => {
    const service = await startService();
    const user = await service.newUser('free');
    made = { service, user, rig: await openRig(service, user) };
    keep(made);
  });
  afterAll(async () => {
    await made?.rig.close();
    await made?.service.stop();
  });
}

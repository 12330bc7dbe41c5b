/** What other modules use of the limits: sliding windows, the daily quota, trusted addresses. */
export { executionHit, holdEverybodysOpenings, holdOpenings, openingsOf } from './openings.ts';
export { callsOnDay, returnToQuota, takeFromQuota } from './quota-store.ts';
export { trust } from './trusted-address-store.ts';
export {
  forgetHits,
  type Hit,
  openWindow,
  recordHit,
  retryAfterSeconds,
  waitForWindow,
  writeWindow,
} from './window-store.ts';

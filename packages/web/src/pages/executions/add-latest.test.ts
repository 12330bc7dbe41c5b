import type { SharedAuditPage } from '@synapse/contract';
import { expect, it } from 'vitest';
import { addLatest, newEntries } from './add-latest.ts';

const entry = (number: number, status = 'done') =>
  ({ id: `e${number}`, created_at: `2026-01-01T00:00:0${number}.000Z`, status }) as SharedAuditPage['entries'][number];
const page = (...entries: SharedAuditPage['entries']): SharedAuditPage => ({ entries, next_cursor: 'next' });
const read = (...pages: SharedAuditPage[]) => ({ pages, pageParams: pages.map(() => null) });
const ids = ({ pages }: { pages: SharedAuditPage[] }) => pages.flatMap(({ entries }) => entries.map(({ id }) => id));

it('holds new entries back, and adds them when they are wanted', () => {
  const known = read(page(entry(3), entry(2)), page(entry(1)));
  const latest = page(entry(5), entry(4), entry(3), entry(2));
  expect(newEntries(known, latest).map(({ id }) => id)).toEqual(['e5', 'e4']);
  expect(addLatest(known, latest, false)).toBe(known);
  expect(ids(addLatest(known, latest, true))).toEqual(['e5', 'e4', 'e3', 'e2', 'e1']);
});

it('takes over how an entry stands now', () => {
  const known = read(page(entry(2, 'running'), entry(1)));
  const { pages } = addLatest(known, page(entry(2, 'timeout'), entry(1)), false);
  expect(pages[0]?.entries.map(({ status }) => status)).toEqual(['timeout', 'done']);
});

it('begins anew where something was missed', () => {
  const known = read(page(entry(1)));
  expect(ids(addLatest(known, page(entry(9), entry(8)), true))).toEqual(['e9', 'e8']);
});

it('leaves older pages untouched, and finds what changed behind what is held back', () => {
  const older = page(entry(1));
  const known = read(page(entry(4)), page(entry(3, 'running')), older);
  const { pages } = addLatest(known, page(entry(5), entry(4), entry(3)), false);
  expect(ids({ pages })).toEqual(['e4', 'e3', 'e1']);
  expect(pages[1]?.entries[0]?.status).toBe('done');
  expect(pages[2]).toBe(older);
});

/** Rooms of the server use each other in one direction. The test prints which room uses which. */
import { expect, it } from 'vitest';
import { IMPORTS, roomOf, SERVER } from './sources.ts';

/** Which rooms a room uses. */
const USES = new Map<string, Set<string>>();
for (const { from, to } of IMPORTS) {
  if (!from.startsWith(SERVER) || !to.startsWith(SERVER) || roomOf(from) === roomOf(to)) continue;
  USES.set(roomOf(from), (USES.get(roomOf(from)) ?? new Set()).add(roomOf(to)));
}

/** Every cycle of rooms, the shortest one for each pair of neighbours. */
function circles(): string[] {
  const found = new Set<string>();
  const visit = (room: string, path: readonly string[]): void => {
    const start = path.indexOf(room);
    if (start >= 0) return void found.add([...path.slice(start), room].join(' → '));
    if (done.has(room)) return;
    for (const next of USES.get(room) ?? []) visit(next, [...path, room]);
    done.add(room);
  };
  const done = new Set<string>();
  for (const room of USES.keys()) visit(room, []);
  return [...found];
}

/** A room's level: one above the highest room that it uses. */
function floorOf(room: string, floors: Map<string, number>): number {
  const known = floors.get(room);
  if (known !== undefined) return known;
  floors.set(room, 0);
  const floor = 1 + Math.max(-1, ...[...(USES.get(room) ?? [])].map((used) => floorOf(used, floors)));
  floors.set(room, floor);
  return floor;
}

it('has no circle between rooms', () => {
  expect(USES.size).toBeGreaterThan(15);
  expect(circles()).toEqual([]);
});

it('shows who uses whom, from the top down', () => {
  const floors = new Map<string, number>();
  for (const room of USES.keys()) floorOf(room, floors);
  const rows = [...floors].sort(([a, x], [b, y]) => y - x || a.localeCompare(b));
  expect(rows[0]![0]).toBe('main.ts');
  const lines = rows.map(([room, floor]) => `${floor}  ${room}: ${[...(USES.get(room) ?? [])].sort().join(' ')}`);
  process.stdout.write(`rooms of the server, each with what it uses:\n${lines.join('\n')}\n`);
});

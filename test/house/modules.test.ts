/** Modules of the server use each other in one direction. The test prints which module uses which. */
import { expect, it } from 'vitest';
import { IMPORTS, moduleOf, SERVER } from './sources.ts';

/** Which modules a module uses. */
const USES = new Map<string, Set<string>>();
for (const { from, to } of IMPORTS) {
  if (!from.startsWith(SERVER) || !to.startsWith(SERVER) || moduleOf(from) === moduleOf(to)) continue;
  USES.set(moduleOf(from), (USES.get(moduleOf(from)) ?? new Set()).add(moduleOf(to)));
}

/** Every cycle of modules, the shortest one for each pair of neighbours. */
function circles(): string[] {
  const found = new Set<string>();
  const visit = (module: string, path: readonly string[]): void => {
    const start = path.indexOf(module);
    if (start >= 0) return void found.add([...path.slice(start), module].join(' → '));
    if (done.has(module)) return;
    for (const next of USES.get(module) ?? []) visit(next, [...path, module]);
    done.add(module);
  };
  const done = new Set<string>();
  for (const module of USES.keys()) visit(module, []);
  return [...found];
}

/** A module's level: one above the highest module that it uses. */
function levelOf(module: string, levels: Map<string, number>): number {
  const known = levels.get(module);
  if (known !== undefined) return known;
  levels.set(module, 0);
  const level = 1 + Math.max(-1, ...[...(USES.get(module) ?? [])].map((used) => levelOf(used, levels)));
  levels.set(module, level);
  return level;
}

it('has no circle between modules', () => {
  expect(USES.size).toBeGreaterThan(15);
  expect(circles()).toEqual([]);
});

it('shows who uses whom, from the top down', () => {
  const levels = new Map<string, number>();
  for (const module of USES.keys()) levelOf(module, levels);
  const rows = [...levels].sort(([a, x], [b, y]) => y - x || a.localeCompare(b));
  expect(rows[0]![0]).toBe('main.ts');
  const lines = rows.map(([module, level]) => `${level}  ${module}: ${[...(USES.get(module) ?? [])].sort().join(' ')}`);
  process.stdout.write(`modules of the server, each with what it uses:\n${lines.join('\n')}\n`);
});

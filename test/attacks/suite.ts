/**
 * An assistant that was taken over by what it read tries everything it can through MCP: to read a person's secret, to
 * change what nobody approved, to read the vault's files, to keep a process alive, to have something else approved than
 * what runs. It gets none of it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ATTEMPTS, type Attempt } from './attempts.ts';
import { KNOWN_LIMITS, type KnownLimit } from './known-limits.ts';
import { CANARIES, type World } from './world.ts';

/** A value, and what is as good as it. */
const forms = (value: string): string[] => {
  const bytes = Buffer.from(value);
  // Where base64 begins in a text shifts its letters: those in the middle stay.
  const shifted = [0, 1, 2].map((by) =>
    Buffer.concat([Buffer.alloc(by), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  return [value, [...value].reverse().join(''), bytes.toString('hex'), ...shifted].map((form) => form.toLowerCase());
};
const told = (text: string, values: Record<string, string>): string[] => {
  const shown = text.toLowerCase();
  const close = shown.replaceAll(/\\n|\s/g, '');
  return Object.keys(values).filter((name) =>
    forms(values[name]!).some((form) => shown.includes(form) || close.includes(form)),
  );
};
interface Suite {
  /** Opens the service, and what the attempts are made through. */
  readonly open: () => Promise<World>;
  readonly attempts?: readonly Attempt[];
  readonly limits?: readonly KnownLimit[];
}

export function attackSuite({ open, attempts = ATTEMPTS, limits = KNOWN_LIMITS }: Suite): void {
  let world: World;
  beforeAll(async () => {
    world = await open();
  });
  afterAll(() => world?.stop());
  beforeEach(() => world.begin());

  const values = () => ({ ...CANARIES, KEY: readFileSync(join(world.prey.dataDir, 'master.key'), 'utf8').trim() });

  it('knows a value when it sees one', () => {
    const encoded = Buffer.from(`x${CANARIES.STRIPE}y`).toString('base64');
    expect(told(`a ${encoded} b`, values())).toEqual(['STRIPE']);
    expect(told([...CANARIES.BOUND].join('\n'), values())).toEqual(['BOUND']);
    expect(values().KEY.length).toBeGreaterThan(20);
  });

  it.each(attempts)('$goal, by $name', async ({ run, ends }) => {
    await run(world);
    const said = world.answers.join('\n');
    expect(world.ends.length, said).toBe(ends.length);
    for (const [index, end] of ends.entries()) expect(end.split('|'), said).toContain(world.ends[index]);
    expect(told(said, values())).toEqual([]);
    expect(told(world.attacker.received(), values())).toEqual([]);
    expect(world.marks()).toEqual([]);
  });

  it.each(limits)('what remains possible is said: $name', async ({ said, run }) => {
    expect(readFileSync(join(import.meta.dirname, '../../docs/threat-model.md'), 'utf8')).toContain(said);
    await run(world);
  });

  it('leaves no value in the audit log or in the log of the service, and the audit log is intact', async () => {
    for (const victim of [world.free, world.guarded]) {
      const { body } = await victim.person('GET', '/synapse/executions?limit=200');
      expect(body.entries.length + attempts.length).toBeGreaterThan(20);
      expect(told(JSON.stringify(body), values())).toEqual([]);
      expect((await victim.person('GET', '/synapse/audit/verify')).body).toMatchObject({ intact: true });
    }
    expect(told(world.server.stdout() + world.server.stderr(), values())).toEqual([]);
    // Of their own machine's password people's hosts may know, of the other secrets not.
    expect(told(world.host.received(), CANARIES)).not.toContain('BOUND');
  });
}

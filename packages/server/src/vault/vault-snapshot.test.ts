import { SecretValue } from '@synapse/runner';
import { expect, it, vi } from 'vitest';
import { personalWorkspaceId } from '../ids.ts';
import type { Redactor } from '../redaction/index.ts';
import { createVaultSnapshots } from './vault-snapshot.ts';

const u = personalWorkspaceId('u');
const SECRETS = 20;
const value = (n: number): string => `Zq7kWm2xVeLprTfJ6-${n}-abQ93uYdH51`;

const TERMS = { machines: null, programs: null, madeBy: 'person', removedMachines: [] } as const;

/** A vault whose version grows with every change. */
function movingVault() {
  const values = new Map(Array.from({ length: SECRETS }, (_, n) => [`S${n}`, value(n)] as const));
  let version = 1;
  return {
    change: (work: (values: Map<string, string>) => void) => {
      work(values);
      version++;
    },
    version: vi.fn(async () => version),
    writtenVersion: () => version,
    openReplaced: async () => [],
    openAll: async () =>
      new Map([...values].map(([name, text]) => [name, { value: new SecretValue(text), terms: TERMS }] as const)),
  };
}

/** The number of states in each piece of it. */
const pieces = ({ tables }: Redactor): number[] => tables.map(({ automaton }) => automaton.depth.length);

it('builds what has changed alone, and all of it in one piece later', async () => {
  const vault = movingVault();
  const { newest: snapshots } = createVaultSnapshots(vault);
  const first = pieces((await snapshots(u)).redactor);
  expect(first).toHaveLength(1);

  vault.change((values) => values.set('NEW', 'another-Value-5581-qXw').set('S3', 'replaced-Value-9921-mKd'));
  const { redactor } = await snapshots(u);
  const [whole, patch] = pieces(redactor);
  expect(whole).toBe(first[0]);
  expect(patch).toBeLessThan(first[0]! / 4);
  const text = `${value(4)} another-Value-5581-qXw replaced-Value-9921-mKd`;
  expect(redactor.redactText(text)).toBe('{{S4}} {{NEW}} {{S3}}');

  const later = await vi.waitFor(
    async () => {
      const newest = (await snapshots(u)).redactor;
      expect(newest.tables).toHaveLength(1);
      return newest;
    },
    { timeout: 45_000 },
  );
  expect(later.redactText(`${text} ${value(3)}`)).toBe(`{{S4}} {{NEW}} {{S3}} ${value(3)}`);
});

it('leaves nothing of a value over that holds another one, whichever was there first', async () => {
  const vault = movingVault();
  const { newest: snapshots } = createVaultSnapshots(vault);
  await snapshots(u);
  vault.change((values) => values.set('AROUND', `head-part-${value(7)}-tail-part`));
  const { redactor } = await snapshots(u);
  expect(redactor.tables).toHaveLength(2);
  const shown = redactor.redactText(`<head-part-${value(7)}-tail-part>`);
  expect(shown).toBe('<{{AROUND}}>');
  const bytes = Buffer.from(`<head-part-${value(7)}-tail-part> ${value(8)}`);
  const stream = redactor.stream();
  const cut = [...bytes].map((_, at) => stream.push(bytes.subarray(at, at + 1)));
  expect(Buffer.concat([...cut, stream.end()]).toString()).toBe('<{{AROUND}}> {{S8}}');
});

it('keeps up with changes that come faster than it builds', async () => {
  const vault = movingVault();
  const { newest: snapshots } = createVaultSnapshots(vault);
  await snapshots(u);
  for (let n = 0; n < 8; n++) {
    vault.change((values) => values.set(`N${n}`, `added-Value-${n}-77-kWm`).delete(`S${n}`));
    const { redactor, has } = await snapshots(u);
    expect(redactor.redactText(`added-Value-${n}-77-kWm ${value(15)}`)).toBe(`{{N${n}}} {{S15}}`);
    expect(has(`S${n}`)).toBe(false);
  }
  await vi.waitFor(async () => expect((await snapshots(u)).redactor.tables).toHaveLength(1), { timeout: 45_000 });
  expect((await snapshots(u)).redactor.redactText(`${value(2)} added-Value-2-77-kWm`)).toBe(`${value(2)} {{N2}}`);
});

it('looks no further where the version was just read, unless it has moved here since', async () => {
  const vault = movingVault();
  const { newestKnown } = createVaultSnapshots(vault);
  const { redactor } = await newestKnown(u, 1);
  expect((await newestKnown(u, 1)).redactor).toBe(redactor);
  vault.change((values) => values.set('NEW', 'another-Value-5581-qXw'));
  const text = `${value(4)} another-Value-5581-qXw`;
  expect((await newestKnown(u, 1)).redactor.redactText(text)).toBe('{{S4}} {{NEW}}');
  expect(vault.version).not.toHaveBeenCalled();
  await newestKnown(u);
  expect(vault.version).toHaveBeenCalledTimes(1);
});

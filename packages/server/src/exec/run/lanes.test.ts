import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasTurn } from './lanes.ts';

const sizes = { perMachine: 2, perUser: 3 };

it.each<[string, string[], string, boolean]>([
  ['nobody is before it', [], 'a', true],
  ['there is room on the machine', ['a'], 'a', true],
  ['the machine is full', ['a', 'a'], 'a', false],
  ['another machine is full: whoever waits for that holds up nobody', ['a', 'a', 'a', 'a'], 'b', true],
  ['the user is full', ['a', 'a', 'b'], 'c', false],
  ['those that wait for a machine take no place of the user', ['a', 'a', 'a', 'b'], 'b', false],
])('has its turn: %s', (_name, ahead, machine, turn) => {
  expect(hasTurn(ahead, machine, sizes)).toBe(turn);
});

it('never lets more run than the limits say, and takes no turn back when somebody ends', () => {
  const lane = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
  fc.assert(
    fc.property(lane, fc.nat(11), (machines, leaving) => {
      const turns = (all: readonly string[]) => all.map((machine, at) => hasTurn(all.slice(0, at), machine, sizes));
      const before = turns(machines);
      const running = machines.filter((_, at) => before[at]);
      expect(running.length).toBeLessThanOrEqual(sizes.perUser);
      for (const machine of 'abc') {
        expect(running.filter((one) => one === machine).length).toBeLessThanOrEqual(sizes.perMachine);
      }
      const after = turns(machines.toSpliced(leaving, 1));
      const kept = before.toSpliced(leaving, 1);
      expect(kept.every((had, at) => !had || after[at])).toBe(true);
    }),
  );
});

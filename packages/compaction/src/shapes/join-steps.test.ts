import { describe, expect, it } from 'vitest';
import { expandNames } from './join-names.ts';
import { joinSteps } from './join-steps.ts';

const NAMES = ['macro', 'group', 'directory', 'name space', 'file', 'class', 'concept'];
const STEPS = NAMES.map((name) => `Building ${name} list...`);

describe('steps in the same words', () => {
  it('are one line, with the first and the last whole', () => {
    expect(joinSteps(['start 1', ...STEPS, 'end'])).toEqual([
      'start 1',
      'Building macro list...',
      'Building {group,directory,name space,file,class} list...',
      'Building concept list...',
      'end',
    ]);
  });

  it('can be written out again', () => {
    expect(joinSteps(STEPS).flatMap((line) => expandNames(line))).toEqual(STEPS);
  });

  it.each([
    ['a number', 'Building list of 7 parts...'],
    ['a name', 'Building the zone_7 list...'],
    ['a failure', 'Building the list failed...'],
    ['a value', 'Building shared list: no'],
  ])('end at a line with %s, which stays whole', (_, line) => {
    const result = joinSteps([...STEPS, line, ...STEPS]);
    expect(result).toContain(line);
    expect(result).toHaveLength(7);
  });

  it('stay when they are few, or share hardly anything', () => {
    expect(joinSteps(STEPS.slice(0, 4))).toEqual(STEPS.slice(0, 4));
    const bare = ['Open gates.', 'Open doors.', 'Open lanes.', 'Open shops.', 'Open roads.', 'Open ports.'];
    expect(joinSteps(bare)).toEqual(bare);
  });
});

import { describe, expect, it } from 'vitest';
import { trimFrames } from './numbered-frames.ts';

const frames = (count: number, own: number): string[] =>
  Array.from({ length: count }, (_, at) =>
    at === own
      ? `#${at} /srv/app/lane.php(12): Lane->open()`
      : `#${at} /usr/share/php/Depot/Gate.php(${at}): Gate->step${at}()`,
  );

describe('a long trace of counted frames', () => {
  const lines = ['Unhandled exception: no gate', ...frames(30, 15), 'done'];

  it('keeps where it happened, where it began and the files of the user', () => {
    const { lines: shown, dropped } = trimFrames(lines, 1);
    expect(dropped).toBe(30 - 7 - 6 - 1);
    expect(shown).toContain('#15 /srv/app/lane.php(12): Lane->open()');
    expect(shown.filter((line) => line.startsWith('… '))).toEqual(['… 8 frames', '… 8 frames']);
    expect(shown.slice(0, 8)).toEqual(lines.slice(0, 8));
    expect(shown.slice(-7)).toEqual(lines.slice(-7));
  });

  it('stays when the command went well, when it is short, and when its lines are no calls', () => {
    expect(trimFrames(lines, 0).lines).toBe(lines);
    const short = frames(17, 3);
    expect(trimFrames(short, 1)).toEqual({ lines: short, dropped: 0 });
    const list = Array.from({ length: 40 }, (_, at) => `${at}: parcel ${at} was weighed`);
    expect(trimFrames(list, 1)).toEqual({ lines: list, dropped: 0 });
  });

  it('ends where the numbers do', () => {
    const two = [...frames(10, 3), ...frames(12, 3)];
    expect(trimFrames(two, 1).dropped).toBe(0);
  });
});

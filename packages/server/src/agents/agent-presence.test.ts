import { describe, expect, it } from 'vitest';
import { nextPresence, presenceTimes, type Signs } from './agent-presence.ts';

const times = presenceTimes(10_000);
const step = (before: Parameters<typeof nextPresence>[0], signs: Partial<Signs>, now: number) =>
  nextPresence(before, { linked: true, heardAt: 0, soundSince: 0, ...signs }, now, times);

describe('presence', () => {
  it('is unknown until the first sign', () => {
    expect(step('unknown', { linked: false, heardAt: null, soundSince: null }, 1e9)).toBe('unknown');
    expect(step('unknown', {}, 0)).toBe('online');
  });

  it('does not notice a blink', () => {
    expect(step('online', { linked: false }, 1_000)).toBe('online');
    expect(step('online', { linked: false }, 15_000)).toBe('online');
    expect(step('online', { linked: false }, 15_001)).toBe('late');
  });

  it('goes from late to offline, never back without a sign', () => {
    expect(step('late', { linked: false }, 59_000)).toBe('late');
    expect(step('late', { linked: false }, 60_001)).toBe('offline');
    expect(step('offline', { linked: false }, 16_000)).toBe('offline');
    expect(step('offline', { linked: false }, 5_000)).toBe('offline');
  });

  it('wants a late link to hold before it counts again', () => {
    const back = { heardAt: 40_000, soundSince: 40_000 };
    expect(step('late', back, 41_000)).toBe('late');
    expect(step('late', { ...back, heardAt: 49_000 }, 50_000)).toBe('online');
    // A gap in between starts the wait again.
    expect(step('late', { heardAt: 70_000, soundSince: 70_000 }, 75_000)).toBe('late');
  });

  it('greets an agent that comes back from offline at once', () => {
    expect(step('offline', { heardAt: 500_000, soundSince: 500_000 }, 500_001)).toBe('online');
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQuietMoment } from './quiet-moment.ts';

describe('a quiet moment', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is there a moment after the last command has ended, not at once', () => {
    const quietMoment = createQuietMoment();
    const work = vi.fn();
    const [first, second] = [quietMoment.enter(), quietMoment.enter()];
    first();
    quietMoment.wait(work);
    vi.advanceTimersByTime(100);
    expect(work).not.toHaveBeenCalled();
    second();
    vi.advanceTimersByTime(2);
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(40);
    expect(work).toHaveBeenCalledOnce();
  });

  it('takes longer to come after many at once', () => {
    const quietMoment = createQuietMoment();
    const work = vi.fn();
    const soon = () => {
      quietMoment.wait(work);
      vi.advanceTimersByTime(7);
    };
    const all = Array.from({ length: 16 }, quietMoment.enter);
    for (const leave of all) leave();
    soon();
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(40);
    expect(work).toHaveBeenCalledOnce();
    quietMoment.enter()();
    soon();
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('is not there while commands come and go', () => {
    const quietMoment = createQuietMoment();
    const work = vi.fn();
    quietMoment.wait(work);
    for (const leave of Array.from({ length: 8 }, quietMoment.enter)) leave();
    for (let spent = 0; spent < 400; spent += 10) {
      quietMoment.enter()();
      vi.advanceTimersByTime(10);
    }
    expect(work).not.toHaveBeenCalled();
  });

  it('is waited for no longer than half a second', () => {
    const quietMoment = createQuietMoment();
    const work = vi.fn();
    quietMoment.enter();
    quietMoment.wait(work);
    vi.advanceTimersByTime(600);
    expect(work).toHaveBeenCalledOnce();
  });

  it('is told once to whoever asked twice, and anew to who asks anew', () => {
    const quietMoment = createQuietMoment();
    const [one, other] = [vi.fn(), vi.fn()];
    quietMoment.wait(one);
    quietMoment.wait(one);
    quietMoment.wait(other);
    vi.advanceTimersByTime(50);
    expect(one).toHaveBeenCalledOnce();
    expect(other).toHaveBeenCalledOnce();
    quietMoment.wait(one);
    vi.advanceTimersByTime(50);
    expect(one).toHaveBeenCalledTimes(2);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLull } from './quiet-moment.ts';

describe('a lull', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is there a moment after the last command has ended, not at once', () => {
    const lull = createLull();
    const work = vi.fn();
    const [first, second] = [lull.enter(), lull.enter()];
    first();
    lull.wait(work);
    vi.advanceTimersByTime(100);
    expect(work).not.toHaveBeenCalled();
    second();
    vi.advanceTimersByTime(2);
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(40);
    expect(work).toHaveBeenCalledOnce();
  });

  it('takes longer to come after many at once', () => {
    const lull = createLull();
    const work = vi.fn();
    const soon = () => {
      lull.wait(work);
      vi.advanceTimersByTime(7);
    };
    const all = Array.from({ length: 16 }, lull.enter);
    for (const leave of all) leave();
    soon();
    expect(work).not.toHaveBeenCalled();
    vi.advanceTimersByTime(40);
    expect(work).toHaveBeenCalledOnce();
    lull.enter()();
    soon();
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('is not there while commands come and go', () => {
    const lull = createLull();
    const work = vi.fn();
    lull.wait(work);
    for (const leave of Array.from({ length: 8 }, lull.enter)) leave();
    for (let spent = 0; spent < 400; spent += 10) {
      lull.enter()();
      vi.advanceTimersByTime(10);
    }
    expect(work).not.toHaveBeenCalled();
  });

  it('is waited for no longer than half a second', () => {
    const lull = createLull();
    const work = vi.fn();
    lull.enter();
    lull.wait(work);
    vi.advanceTimersByTime(600);
    expect(work).toHaveBeenCalledOnce();
  });

  it('is told once to whoever asked twice, and anew to who asks anew', () => {
    const lull = createLull();
    const [one, other] = [vi.fn(), vi.fn()];
    lull.wait(one);
    lull.wait(one);
    lull.wait(other);
    vi.advanceTimersByTime(50);
    expect(one).toHaveBeenCalledOnce();
    expect(other).toHaveBeenCalledOnce();
    lull.wait(one);
    vi.advanceTimersByTime(50);
    expect(one).toHaveBeenCalledTimes(2);
  });
});

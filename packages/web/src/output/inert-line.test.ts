import { describe, expect, it } from 'vitest';
import { inertLine as inert, SHOWN_CHARS } from './inert-line.ts';

const inertLine = (line: string): { text: string; left: number } => {
  const { parts, left } = inert(line);
  return { text: parts.map(({ text }) => text).join(''), left };
};

describe('inertLine', () => {
  it('leaves ordinary text alone', () => {
    expect(inertLine('drwxr-xr-x\té 日本 👍🏽')).toEqual({ text: 'drwxr-xr-x\té 日本 👍🏽', left: 0 });
  });

  it('drops cursor moves, titles and links', () => {
    expect(inertLine('\x1b[1;31mred\x1b[0m \x1b[2Jx\x1b[10;5Hy').text).toBe('red xy');
    expect(inertLine('\x1b]0;title\x07a\x1b]8;;https://evil.example\x1b\\link\x1b]8;;\x1b\\').text).toBe('alink');
    expect(inertLine('\x1b(Bplain\x1b7').text).toBe('plain');
  });

  it('shows control characters instead of obeying them', () => {
    expect(inertLine('a\x00b\x07c\x7f').text).toBe('a␀b␇c␡');
    expect(inertLine('\x1b').text).toBe('␛');
  });

  it('names marks that would turn the reading direction', () => {
    expect(inertLine('user\u202etxt.exe\u2066').text).toBe('user⟨U+202E⟩txt.exe⟨U+2066⟩');
  });

  it('keeps what a progress bar shows in the end', () => {
    expect(inertLine('10%\r50%\r100%').text).toBe('100%');
    expect(inertLine('windows\r').text).toBe('windows');
    expect(inertLine('10%\r100%\r').text).toBe('100%');
    expect(inertLine('\r').text).toBe('');
  });

  it('shows the beginning of an endless line, and how much is left', () => {
    const { text, left } = inertLine('x'.repeat(1_000_000));
    expect(text.length).toBe(SHOWN_CHARS);
    expect(left).toBe(1_000_000 - SHOWN_CHARS);
  });

  it('is not slowed down by hostile escapes', () => {
    expect(inertLine('\x1b['.repeat(500_000)).left).toBeGreaterThan(0);
    expect(inertLine('\x1b]'.repeat(500_000)).text.length).toBeLessThan(SHOWN_CHARS);
  });
});

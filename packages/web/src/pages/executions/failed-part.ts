/** Which part of a command failed, if that can be told. */
import type { Explanation } from '../../api/policy.ts';

type Part = Pick<Explanation['parts'][number], 'text' | 'program'>;

/** Lines of an error output in which a program names itself come early. */
const LINES = 50;
const SHELL = /^(?:.*\/)?(?:ba|da|z|k)?sh$/;
const LINE_NUMBER = /^(?:line )?\d+$/;

/** The only part, or the only one whose program speaks in the error output. */
export function failedPart(parts: readonly Part[], stderr: string): string | null {
  if (parts.length === 1) return parts[0]?.text ?? null;
  const speakers = new Set(stderr.split('\n').slice(0, LINES).flatMap(speakersOf));
  const texts = new Set(parts.filter(({ program }) => speakers.has(program ?? '')).map(({ text }) => text));
  return texts.size === 1 ? ([...texts][0] ?? null) : null;
}

/** `ls: cannot access`, `bash: line 1: foo: command not found`, `/usr/bin/env: ‘x’: No such file`. */
function speakersOf(line: string): readonly string[] {
  const words = line.split(': ');
  if (words.length < 2) return [];
  const byShell = SHELL.test(words[0] ?? '') && LINE_NUMBER.test(words[1] ?? '');
  const speaker = (byShell ? words[2] : words[0]) ?? '';
  return [speaker.slice(speaker.lastIndexOf('/') + 1)];
}

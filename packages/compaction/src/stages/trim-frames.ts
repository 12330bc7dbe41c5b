// Removes stack frames of libraries and runtimes under an error, unless a trace has no others.
import { head } from '../filter.ts';

const FRAME = /^\s*(?:at |❯ |# |from |\d+\)? )\S/;
const FOREIGN =
  /node_modules[/\\]|\(?node:|\(internal\/|<anonymous>\)?$|\bjava\.base\/|\bjdk\.internal\.|\bsun\.reflect\.|\borg\.junit\.|\borg\.testng\.|\borg\.gradle\.|\borg\.apache\.maven\.|\bscala\.|\borg\.scalatest\.|\/gems\/|\/rubygems\/|vendor\/(?:phpunit|laravel|bin)|\bSystem\.|\bXunit\.|\bNUnit\.|\bMicrosoft\.|\bsbt\./;

export interface Trimmed {
  readonly lines: string[];
  readonly dropped: number;
}

export function trimFrames(lines: readonly string[]): Trimmed {
  const kept: string[] = [];
  let dropped = 0;
  let i = 0;
  while (i < lines.length) {
    let end = i;
    while (end < lines.length && FRAME.test(head(lines[end] as string))) end++;
    if (end === i) {
      kept.push(lines[i] as string);
      i++;
      continue;
    }
    const frames = lines.slice(i, end);
    const own = frames.filter((line) => !FOREIGN.test(head(line)));
    kept.push(...(own.length > 0 ? own : frames.slice(0, 1)));
    dropped += frames.length - Math.max(own.length, 1);
    i = end;
  }
  return { lines: kept, dropped };
}

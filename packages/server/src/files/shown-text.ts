/**
 * A file's text as it is shown: the vault's values replaced by their names. It remembers which bytes each name stands
 * for, so that an edit of what is shown becomes an edit of what is there.
 */
import type { Cover, RedactedText, Redactor, Steps } from '../redaction/index.ts';
import { finishInTurns } from '../vault/finish-in-turns.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A stretch of what is there. `hidden`: a name is shown for it, which is taken whole or not at all. */
export interface Stretch {
  readonly shown: string;
  readonly real: string;
  readonly hidden: boolean;
}

export interface ShownText {
  readonly text: RedactedText;
  readonly stretches: readonly Stretch[];
}

/** Null: not text. */
export function textOf(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null;
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

export async function showText(real: string, redactor: Redactor): Promise<ShownText> {
  const text = await finishInTurns(redactor.redactSteps(real));
  if ((text as string) === real) return { text, stretches: [{ shown: real, real, hidden: false }] };
  const covers = await finishInTurns(redactor.coverSteps(Buffer.from(real)));
  return { text, stretches: await finishInTurns(stretchesOf(Buffer.from(real), covers)) };
}

/** Stretches that are made between two pauses. */
const STEP = 1_000;

function* stretchesOf(bytes: Buffer, covers: readonly Cover[]): Steps<Stretch[]> {
  const stretches: Stretch[] = [];
  const plain = (from: number, to: number): void => {
    if (to <= from) return;
    const text = bytes.toString('utf8', from, to);
    stretches.push({ shown: text, real: text, hidden: false });
  };
  let at = 0;
  for (const { start, end, shown } of covers) {
    plain(at, start);
    stretches.push({ shown, real: bytes.toString('utf8', start, end), hidden: true });
    at = end;
    if (stretches.length % STEP < 2) yield;
  }
  plain(at, bytes.length);
  return stretches;
}

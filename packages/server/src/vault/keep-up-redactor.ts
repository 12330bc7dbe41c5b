/**
 * A redactor that follows the changes of a vault: a change is built by itself at once, and together with the rest when
 * there is time.
 */
import { joinRedactors, type NamedValue, type Redactor, redactorSteps } from '../redaction/index.ts';
import { finishAtLeisure, finishInTurns } from './finish-in-turns.ts';

type Values = ReadonlyMap<string, NamedValue>;

/** A redactor in one piece, and what it was built from. */
export interface WholeRedactor {
  readonly redactor: Redactor;
  readonly values: Values;
}

interface KeptUp {
  readonly redactor: Redactor;
  readonly whole: WholeRedactor;
  /** It consists of two pieces, which take twice as long for each byte: worth building as one. */
  readonly patched: boolean;
}

/** Up to this many states, everything is built in a moment. */
const SMALL_STATES = 20_000;

/** A value that was removed or replaced is still redacted, under its old name, until the whole is built again. */
export async function keepUp(whole: WholeRedactor | null, values: Values): Promise<KeptUp> {
  const changed = new Map([...values].filter(([name, secret]) => !isSame(whole?.values.get(name), secret)));
  if (whole === null || whole.redactor.weight < SMALL_STATES || changed.size > values.size / 2) {
    const redactor = await finishInTurns(redactorSteps(values.values()));
    return { redactor, whole: { redactor, values }, patched: false };
  }
  if (changed.size === 0 && values.size === whole.values.size) {
    return { redactor: whole.redactor, whole, patched: false };
  }
  const patch = await finishInTurns(redactorSteps(changed.values()));
  return { redactor: joinRedactors(whole.redactor, patch), whole, patched: true };
}

export async function rebuild(values: Values): Promise<WholeRedactor> {
  return { redactor: await finishAtLeisure(redactorSteps(values.values())), values };
}

function isSame(one: NamedValue | undefined, other: NamedValue): boolean {
  return one?.value === other.value && one.yields === other.yields;
}

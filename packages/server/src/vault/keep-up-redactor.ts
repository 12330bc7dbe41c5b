/**
 * A redactor that follows the changes of a vault: a change is built by itself at once, and together with the rest when
 * there is time.
 */
import { joinRedactors, type NamedValue, type Redactor, redactorSteps } from '../redaction/index.ts';
import { finishAtLeisure, finishInTurns } from './finish-in-turns.ts';
import type { OpenedSecret } from './vault.ts';

type Values = ReadonlyMap<string, OpenedSecret>;

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
    const redactor = await finishInTurns(redactorSteps(named(values)));
    return { redactor, whole: { redactor, values }, patched: false };
  }
  if (changed.size === 0 && values.size === whole.values.size) {
    return { redactor: whole.redactor, whole, patched: false };
  }
  const patch = await finishInTurns(redactorSteps(named(changed)));
  return { redactor: joinRedactors(whole.redactor, patch), whole, patched: true };
}

export async function rebuild(values: Values): Promise<WholeRedactor> {
  return { redactor: await finishAtLeisure(redactorSteps(named(values))), values };
}

function isSame(one: OpenedSecret | undefined, other: OpenedSecret): boolean {
  return one?.value.reveal() === other.value.reveal() && one.terms.madeBy === other.terms.madeBy;
}

function named(values: Values): NamedValue[] {
  return Array.from(values, ([name, { value, terms }]) => ({
    name,
    value: value.reveal(),
    yields: terms.madeBy === 'assistant',
  }));
}

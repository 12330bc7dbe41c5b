/** What a form was opened with. It stays while the form is open: what is being typed is not replaced by what others store. */
import { useState } from 'react';

export interface WhileOpen<T> {
  /** What the form began with. */
  readonly value: T;
  /** True if something else was stored meanwhile. */
  readonly changed: boolean;
  /** Another number, another form: its fields begin anew. */
  readonly edition: number;
  /** Begins anew with what is stored now. */
  readonly take: () => void;
  /** What was typed stays, and will replace what is stored now. */
  readonly keep: () => void;
}

/** `mark` differs between two states of the same thing. */
export function useWhileOpen<T>(now: T, opened: boolean, mark: (value: T) => unknown): WhileOpen<T> {
  const [held, setHeld] = useState(now);
  const [edition, setEdition] = useState(0);
  if (!opened && held !== now) setHeld(now);
  const value = opened ? held : now;
  return {
    value,
    edition,
    changed: mark(value) !== mark(now),
    take: () => {
      setHeld(now);
      setEdition(edition + 1);
    },
    keep: () => setHeld(now),
  };
}

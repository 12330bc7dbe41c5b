/** A state as a dot and a word: the colour repeats what the word says. */
import type { ReactNode } from 'react';

export type StateKind = 'ok' | 'bad' | 'refused' | 'wait' | 'live' | 'off' | 'idle' | 'frozen';

export function Dot({ state }: { readonly state: StateKind }) {
  return <span className="dot" data-state={state} aria-hidden />;
}

export function State({ state, children }: { readonly state: StateKind; readonly children: ReactNode }) {
  return (
    <span className="state">
      <Dot state={state} />
      <span className="state-word" data-state={state}>
        {children}
      </span>
    </span>
  );
}

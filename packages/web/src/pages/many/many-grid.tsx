/** Each machine as a dot with its name, as it is at this moment; one that has begun opens. */
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ManyEvent } from '../../api/many.ts';
import { useText } from '../../i18n/language.tsx';
import { Dot, type StateKind } from '../../ui/state.tsx';

const STATES: Readonly<Record<ManyEvent['state'], StateKind>> = {
  waiting: 'off',
  running: 'live',
  pending: 'wait',
  succeeded: 'ok',
  failed: 'bad',
  skipped: 'idle',
};

export function ManyGrid({ states }: { readonly states: readonly ManyEvent[] }) {
  const { many: text, executions } = useText();
  if (states.length === 0) return null;
  return (
    <ul className="many-grid" aria-label={text.grid}>
      {states.map(({ machine, state, execution_id: id, exit_code }) => (
        <li key={machine} data-machine={machine} data-state={state}>
          <Opens id={id}>
            <Dot state={STATES[state]} />
            <span className="one-line">{machine}</span>
            <span className="many-state">
              {state === 'failed' && exit_code != null ? executions.failed(exit_code) : text.states[state]}
            </span>
          </Opens>
        </li>
      ))}
    </ul>
  );
}

const Opens = ({ id, children }: { readonly id: string | undefined; readonly children: ReactNode }) =>
  id === undefined ? (
    <span className="many-cell">{children}</span>
  ) : (
    <Link to="/executions/$id" params={{ id }} className="many-cell">
      {children}
    </Link>
  );

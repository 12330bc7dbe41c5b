/** The state of an execution: a dot and a few words. */
import { useText } from '../../i18n/language.tsx';
import { State } from '../../ui/state.tsx';
import { executionState, executionWords, type Standing } from './execution-state.ts';

export function StatusBadge(standing: Standing) {
  const { executions: text } = useText();
  return (
    <span className="whole" data-status={standing.status}>
      <State state={executionState(standing)}>{executionWords(standing, text)}</State>
    </span>
  );
}

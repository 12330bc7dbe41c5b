/** The names of the columns over entries of the history. */
import { CREW } from '../../api/workspace.ts';
import { useText } from '../../i18n/language.tsx';

export function HistoryColumns() {
  const {
    executions: { columns: text },
  } = useText();
  return (
    <div className="row-columns history-grid" aria-hidden>
      <span />
      <span>{text.command}</span>
      <span className="history-machine">{text.machine}</span>
      <span className="history-client">{CREW === null ? text.client : text.who}</span>
      <span className="history-took">{text.took}</span>
      <span className="history-saved">{text.saved}</span>
      <span className="history-when">{text.when}</span>
    </div>
  );
}

/** The last few commands, whatever became of them. */
import '../../app/rows.css';
import '../../app/history.css';
import { isBrowsed } from '@synapse/contract/file-verbs';
import type { ListedEntry } from '../../api/executions.ts';
import { useText } from '../../i18n/language.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkAnchor, LinkButton } from '../../ui/links.tsx';
import { usePlanRuns } from '../../ui/use-crew.ts';
import { CommandMenu } from '../executions/command-actions.tsx';
import { HistoryColumns } from '../executions/history-columns.tsx';
import { HistoryRow } from '../executions/history-row.tsx';
import { useRowWords } from '../executions/use-row-words.ts';

const SHOWN = 10;

/** It has ended, and was no change of the crew, nor only a look at a folder or a file: those are in Executions. */
const isCommand = ({ status, source, command_template }: ListedEntry): boolean =>
  status !== 'running' && source !== 'crew' && !isBrowsed(source, command_template);

export function Latest({ entries }: { readonly entries: readonly ListedEntry[] }) {
  const { home, executions: text } = useText();
  const words = useRowWords(entries);
  const planRuns = usePlanRuns();
  const ended = entries.filter(isCommand).slice(0, SHOWN);
  const all = (
    <LinkAnchor to="/executions" size="xs" c="dimmed" underline="hover">
      {home.all}
    </LinkAnchor>
  );
  return (
    <Card icon="executions" title={home.latest} actions={all} flush>
      {ended.length === 0 ? (
        <div className="card-empty">
          <p>{text.noneWhy}</p>
          {planRuns && (
            <LinkButton to="/run" variant="default">
              {text.toConsole}
            </LinkButton>
          )}
        </div>
      ) : (
        <div className="latest-list">
          <HistoryColumns />
          <ul className="row-list" aria-label={home.latest}>
            {ended.map((entry) => (
              <li key={entry.id} className="row history-row history-grid">
                <HistoryRow entry={entry} words={words} />
                <span className="row-more">{words.isOwn(entry) && <CommandMenu command={entry} />}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}

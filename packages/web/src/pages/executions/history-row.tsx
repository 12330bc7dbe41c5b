/** One entry of the history on one line; the whole line opens it. */
import { visibleText } from '@synapse/contract/visible-text';
import { memo } from 'react';
import type { ListedEntry } from '../../api/executions.ts';
import { CommandLine } from '../../ui/command-line.tsx';
import { Dot } from '../../ui/state.tsx';
import { parseTime } from '../../ui/time-words.ts';
import { executionState, executionWords, isOnNoMachine, ranFor } from './execution-state.ts';
import type { RowWords } from './use-row-words.ts';

interface Props {
  readonly entry: ListedEntry;
  readonly words: RowWords;
}

/** Asks for nothing by itself and is drawn once: lists of a hundred thousand scroll past. */
export const HistoryRow = memo(function HistoryRow({ entry, words }: Props) {
  const { text, percent, clientOf, commandOf, isOwn, ago, exact, clock, addressOf, onOpen } = words;
  const { execution_id: id, created_at } = entry;
  const standing = { status: entry.status, exitCode: entry.exit_code, refusal: entry.refusal };
  const outcome = executionWords(standing, text);
  const state = executionState(standing);
  const time = parseTime(created_at);
  const nowhere = isOnNoMachine(entry);
  const took = ranFor(entry);
  const command = commandOf(entry);
  const line = <CommandLine command={command} />;
  return (
    <>
      <span className="history-state" data-status={entry.status}>
        <Dot state={state} />
        <span className="visually-hidden">{outcome}</span>
      </span>
      <span className="history-command">
        {isOwn(entry) ? (
          <a href={addressOf(id)} className="row-link" onClick={(event) => onOpen(event, id)}>
            {line}
          </a>
        ) : (
          <span title={visibleText(command)}>{line}</span>
        )}
        {state !== 'ok' && (
          <span className="state-word history-word" data-state={state} aria-hidden>
            {outcome}
          </span>
        )}
      </span>
      <span className="history-machine one-line">
        {nowhere ? '' : entry.container === null ? entry.machine : `${entry.machine} · ${entry.container}`}
      </span>
      <span className="history-client one-line">{clientOf(entry)}</span>
      <span className="history-took">{nowhere ? '' : took === null ? '–' : text.duration(took)}</span>
      <span className="history-saved">{savedShare(entry, percent)}</span>
      <span className="history-when">
        <time dateTime={created_at} title={exact(time)}>
          <span className="history-clock">{clock(time)} · </span>
          {ago(time)}
        </time>
      </span>
    </>
  );
});

/** How much of the output the assistant did not have to read. */
function savedShare(
  { stdout_bytes, returned_bytes, saved_tokens }: ListedEntry,
  percent: (share: number) => string,
): string {
  if ((saved_tokens ?? 0) <= 0 || stdout_bytes === null || returned_bytes === null || stdout_bytes === 0) return '';
  return percent(Math.max(0, 1 - returned_bytes / stdout_bytes));
}

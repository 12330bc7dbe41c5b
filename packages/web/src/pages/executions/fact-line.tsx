/** How a command went, in one line: its state, where, who, when, how long, what was spared. */
import type { ReactNode } from 'react';
import type { ExecResult, ShownEntry } from '../../api/executions.ts';
import { useText } from '../../i18n/language.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { FullTime } from '../../ui/relative-time.tsx';
import { useClientNames } from '../../ui/use-client-names.ts';
import { decisionWords } from './decision-words.ts';
import { isOnNoMachine, ranFor } from './execution-state.ts';
import { StatusBadge } from './status-badge.tsx';

interface Props {
  readonly entry: ShownEntry;
  readonly result: ExecResult | undefined;
}

export function FactLine({ entry, result }: Props) {
  const { executions: text } = useText();
  const names = useClientNames();
  const { machine, container, cwd, token_hint: hint, saved_tokens, verdict, rule } = entry;
  const nowhere = isOnNoMachine(entry);
  const took = ranFor(entry);
  // What is allowed because nothing forbids it goes without saying.
  const decision = verdict === 'allow' && rule === null ? null : decisionWords(entry, text.decisions);
  return (
    <div className="fact-line">
      <StatusBadge
        status={result?.status ?? entry.status}
        exitCode={result === undefined ? entry.exit_code : result.exit_code}
        refusal={entry.refusal}
      />
      {!nowhere && (
        <Piece icon="machine">
          <LinkAnchor to="/machines" search={{ open: machine }} underline="hover" inherit c="inherit">
            {container === null ? machine : `${machine} · ${container}`}
          </LinkAnchor>
        </Piece>
      )}
      {cwd !== null && (
        <Piece icon="project">
          <span className="mono">{cwd}</span>
        </Piece>
      )}
      <Piece icon="user">{hint === null ? text.sources[entry.source] : (names.get(hint) ?? hint)}</Piece>
      <Piece icon="clock">
        <FullTime at={entry.created_at} />
      </Piece>
      {!nowhere && took !== null && <Piece icon="timer">{text.duration(took)}</Piece>}
      {(saved_tokens ?? 0) > 0 && <Piece icon="savings">{text.savedTokens(saved_tokens ?? 0)}</Piece>}
      {decision !== null && <Piece icon="shield">{decision}</Piece>}
    </div>
  );
}

const Piece = ({ icon, children }: { readonly icon: IconName; readonly children: ReactNode }) => (
  <span className="fact-piece">
    <Icon name={icon} size={13} />
    <span className="break">{children}</span>
  </span>
);

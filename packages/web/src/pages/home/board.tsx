/** The board: the day in figures, what runs, what waits, what was last, who is connected, how the machines are. */
import { useQuery } from '@tanstack/react-query';
import { latestQuery } from '../../api/executions.ts';
import { useWaiting } from '../../ui/use-waiting.ts';
import { ApprovalCard } from '../approvals/approval-card.tsx';
import { AlsoWaiting } from './also-waiting.tsx';
import { Clients } from './clients.tsx';
import { DueSecrets } from './due-secrets.tsx';
import { Figures } from './figures.tsx';
import { Latest } from './latest.tsx';
import { MachineList } from './machine-list.tsx';
import { RunningNow } from './running-now.tsx';
import { ShownPanels } from './shown-panels.tsx';

export function Board() {
  const { data: latest } = useQuery(latestQuery());
  // Asked for by itself: one that has been running for long is not among the newest.
  const { data: open } = useQuery(latestQuery({ status: 'running' }));
  const waiting = useWaiting() ?? [];
  const entries = latest?.entries ?? [];
  const running = open?.entries ?? [];
  return (
    <div className="board">
      <Figures />
      <div className="board-main">
        {/* However long its reasons are, clients and machines stay in sight beside it. */}
        {waiting.slice(0, 1).map((approval) => (
          <ApprovalCard key={approval.id} approval={approval} />
        ))}
        <AlsoWaiting approvals={waiting.slice(1)} />
        <RunningNow running={running} more={open?.next_cursor != null} />
        <Latest entries={entries} />
      </div>
      <div className="board-side">
        <Clients entries={[...running, ...entries]} />
        <DueSecrets />
        <MachineList />
        <ShownPanels />
      </div>
    </div>
  );
}

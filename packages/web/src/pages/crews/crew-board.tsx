/** The board of a crew: who does what right now, what waits for whom, and how the machines are. */
import '../../app/board.css';
import '../../app/crews.css';
import { useQuery } from '@tanstack/react-query';
import { approvalsQuery } from '../../api/approvals.ts';
import { latestQuery } from '../../api/executions.ts';
import { meQuery } from '../../api/session.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useCrew } from '../../ui/use-crew.ts';
import { mayDecide } from '../../ui/who-decides.ts';
import { ApprovalCard } from '../approvals/approval-card.tsx';
import { AlsoWaiting } from '../home/also-waiting.tsx';
import { DueSecrets } from '../home/due-secrets.tsx';
import { Guide } from '../home/guide.tsx';
import { Latest } from '../home/latest.tsx';
import { MachineList } from '../home/machine-list.tsx';
import { RunningNow } from '../home/running-now.tsx';
import { Aboard } from './aboard.tsx';
import { CrewFigures } from './crew-figures.tsx';
import { OpenReviews } from './open-reviews.tsx';
import { useCrewSteps } from './use-crew-steps.ts';
import { WaitingElsewhere } from './waiting-elsewhere.tsx';

export function CrewBoard() {
  const { language, text } = useLanguage();
  const crew = useCrew();
  const { data: me } = useQuery(meQuery);
  const { data: latest } = useQuery(latestQuery());
  // Asked for by itself: one that has been running for long is not among the newest.
  const { data: open } = useQuery(latestQuery({ status: 'running' }));
  const asked = useQuery(approvalsQuery(language)).data ?? [];
  const waiting = asked.filter(({ status }) => status === 'pending').toReversed();
  const mine = waiting.find((each) => mayDecide(each, me?.username ?? '', crew?.role));
  const steps = useCrewSteps(crew);
  const entries = latest?.entries ?? [];
  const running = open?.entries ?? [];
  if (crew === undefined) return null;
  return (
    <>
      <PageHeader title={crew.name} note={`${text.crews.roles[crew.role]} · ${text.crews.people(crew.members)}`} />
      <WaitingElsewhere />
      {steps.some(({ done }) => !done) && <Guide steps={steps} label={text.crews.start} />}
      <div className="board">
        <CrewFigures crew={crew} />
        <div className="board-main">
          {mine !== undefined && <ApprovalCard key={mine.id} approval={mine} />}
          <AlsoWaiting approvals={waiting.filter((each) => each !== mine)} title={text.crews.waiting} />
          <RunningNow running={running} more={open?.next_cursor != null} />
          <Latest entries={entries} />
        </div>
        <div className="board-side">
          <OpenReviews crew={crew} />
          <Aboard crew={crew} entries={[...running, ...entries]} />
          <DueSecrets />
          <MachineList />
        </div>
      </div>
    </>
  );
}

/** How the machines are, one line each. */
import { useQuery } from '@tanstack/react-query';
import { healthQuery, machinesQuery } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkAnchor, LinkButton } from '../../ui/links.tsx';
import { useNow } from '../../ui/relative-time.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { Dot } from '../../ui/state.tsx';
import { useAmounts } from '../../ui/use-amounts.ts';
import { useMay, usePlanRuns } from '../../ui/use-crew.ts';
import { latencies } from '../machines/health-figures.tsx';
import { PRESENCE_STATES, presenceOf, useFrozen } from '../machines/machine-presence.ts';

const SHOWN = 12;

export function MachineList() {
  const { home, machines: words, ui } = useText();
  const { duration } = useAmounts();
  const { data: machines = [] } = useQuery(machinesQuery);
  const { data: checked } = useQuery(healthQuery);
  const now = useNow(10_000);
  const frozen = useFrozen();
  const planRuns = usePlanRuns();
  const mayAdd = useMay('write-machines');
  const all = (
    <LinkAnchor to="/machines" size="xs" c="dimmed" underline="hover">
      {home.all}
    </LinkAnchor>
  );
  return (
    <Card icon="machine" title={words.title} actions={all}>
      {machines.length === 0 && (
        <div className="card-empty">
          <p>{planRuns ? home.steps.machine.why : ui.needsPlan}</p>
          {mayAdd && (
            <LinkButton to="/machines" variant="default">
              {home.steps.machine.action}
            </LinkButton>
          )}
        </div>
      )}
      {machines.slice(0, SHOWN).map((machine) => {
        const health = checked?.get(machine.slug);
        const presence = presenceOf(machine, health, now);
        return (
          <div key={machine.slug} className="board-line">
            <Dot state={frozen(machine.slug) ? 'frozen' : PRESENCE_STATES[presence]} />
            <span className="board-name one-line">{machine.slug}</span>
            <span className="board-note one-line">{machine.label === machine.slug ? '' : machine.label}</span>
            {frozen(machine.slug) ? (
              <span className="board-time">{words.frozen}</span>
            ) : presence === 'online' && health?.latency_ms != null ? (
              <>
                <Sparkline values={latencies(health)} state="ok" width={56} height={16} />
                <span className="board-time">
                  <span className="visually-hidden">{words.presences[presence]} </span>
                  {duration(health.latency_ms)}
                </span>
              </>
            ) : (
              <span className="board-time">{words.presences[presence]}</span>
            )}
          </div>
        );
      })}
    </Card>
  );
}

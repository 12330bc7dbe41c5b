/** How fast a machine answers and how often it did, each as a figure and a small drawing of the last day. */
import '../../app/board.css';
import type { MachineHealth } from '../../api/machines.ts';
import { Sparkline } from '../../ui/sparkline.tsx';
import { UptimeBars } from '../../ui/uptime-bars.tsx';
import { useAmounts } from '../../ui/use-amounts.ts';

/** Of the slots in which it answered. */
export const latencies = ({ slots }: MachineHealth): number[] => slots.flatMap(({ ms }) => (ms === null ? [] : [ms]));

export function LatencyFigure({ health }: { readonly health: MachineHealth }) {
  const { duration } = useAmounts();
  return (
    <>
      <Sparkline values={latencies(health)} state="ok" width={56} height={16} />
      <span className="health-figure">{health.latency_ms === null ? '–' : duration(health.latency_ms)}</span>
    </>
  );
}

export function UptimeFigure({ health }: { readonly health: MachineHealth }) {
  const { percent } = useAmounts();
  if (health.uptime === null) return null;
  return (
    <>
      <UptimeBars shares={health.slots.map(({ up }) => up)} />
      <span className="health-figure">{percent(health.uptime, 1)}</span>
    </>
  );
}

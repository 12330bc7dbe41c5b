/** How fast a machine answers and how often it did, each as a figure and a small drawing of the last day. */
import '../../app/board.css';
import type { MachineHealth } from '../../api/machines.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { Sparkline } from '../../ui/sparkline.tsx';
import { UptimeBars } from '../../ui/uptime-bars.tsx';

/** Of the slots in which it answered. */
export const latencies = ({ slots }: MachineHealth): number[] => slots.flatMap(({ ms }) => (ms === null ? [] : [ms]));

export function LatencyFigure({ health }: { readonly health: MachineHealth }) {
  const {
    text: { machines: text },
  } = useLanguage();
  return (
    <>
      <Sparkline values={latencies(health)} state="ok" width={56} height={16} />
      <span className="health-figure">{health.latency_ms === null ? '–' : text.milliseconds(health.latency_ms)}</span>
    </>
  );
}

export function UptimeFigure({ health }: { readonly health: MachineHealth }) {
  const { language } = useLanguage();
  if (health.uptime === null) return null;
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <>
      <UptimeBars shares={health.slots.map(({ up }) => up)} />
      <span className="health-figure">{percent.format(health.uptime)}</span>
    </>
  );
}

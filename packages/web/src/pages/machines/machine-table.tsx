/** The machines as a dense list under the names of its columns. */
import type { Machine } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { MachineRow } from './machine-row.tsx';

interface Props {
  readonly machines: readonly Machine[];
  readonly chosen: string | undefined;
  readonly beside: boolean;
}

export function MachineTable({ machines, chosen, beside }: Props) {
  const { machines: text } = useText();
  return (
    <div className="row-frame">
      <div className="row-columns machine-grid" aria-hidden>
        <span>{text.columns.name}</span>
        <span className="machine-place">{text.columns.place}</span>
        <span>{text.columns.state}</span>
        <span className="machine-figure machine-latency">{text.latency}</span>
        <span className="machine-figure machine-uptime">{text.uptime}</span>
        <span className="machine-seen">{text.columns.seen}</span>
        <span />
      </div>
      <ul className="row-list" aria-label={text.title}>
        {machines.map((machine) => (
          <MachineRow key={machine.slug} machine={machine} chosen={machine.slug === chosen} beside={beside} />
        ))}
      </ul>
    </div>
  );
}

/** One machine on one line: its state, where it is, how fast and how often it answers. The whole line opens it. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { healthQuery, type Machine } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';
import { ShortTime, useNow } from '../../ui/relative-time.tsx';
import { State } from '../../ui/state.tsx';
import { LatencyFigure, UptimeFigure } from './health-figures.tsx';
import { addressOf } from './machine-address.ts';
import { MachineMenu } from './machine-menu.tsx';
import { PRESENCE_STATES, presenceOf, useFrozen } from './machine-presence.ts';
import { MachineTags } from './machine-tags.tsx';

interface Props {
  readonly machine: Machine;
  readonly chosen: boolean;
  /** Opens beside the list, if there is room: then there is nothing to go back to. */
  readonly beside: boolean;
}

export function MachineRow({ machine, chosen, beside }: Props) {
  const { machines: text } = useText();
  const health = useQuery(healthQuery).data?.get(machine.slug);
  const presence = presenceOf(machine, health, useNow(10_000));
  const frozen = useFrozen()(machine.slug);
  const { slug, label, kind, tags, statut, last_seen_at } = machine;
  // Of an agent the service itself knows whether it is there; for others a check says what went wrong.
  const why = statut === 'active' && presence !== 'online' && kind !== 'agent' ? (health?.message ?? null) : null;
  return (
    <li className="row machine-grid" data-machine={slug} data-chosen={chosen ? true : undefined}>
      <span className="machine-name">
        <Link
          to="/machines"
          search={{ open: slug }}
          replace={beside}
          resetScroll={false}
          className="row-link one-line"
          aria-current={chosen ? true : undefined}
        >
          {slug}
        </Link>
        {label !== slug && <span className="machine-label one-line">{label}</span>}
        <MachineTags tags={tags} />
      </span>
      <span className="machine-place one-line" title={why ?? undefined}>
        {[text.kinds[kind], addressOf(machine), why].filter((part) => part !== null).join(' · ')}
      </span>
      <span>
        {frozen ? (
          <State state="frozen">{text.frozen}</State>
        ) : !machine.confirmed && statut === 'active' ? (
          <State state="wait">{text.unconfirmed}</State>
        ) : statut === 'active' ? (
          <State state={PRESENCE_STATES[presence]}>{text.presences[presence]}</State>
        ) : (
          <State state="wait">{text.statuts[statut]}</State>
        )}
      </span>
      {/* Of an agent that never came there is nothing to tell. */}
      <span className="machine-figure machine-latency">
        {health !== undefined && presence !== 'unknown' && <LatencyFigure health={health} />}
      </span>
      <span className="machine-figure machine-uptime">
        {health !== undefined && presence !== 'unknown' && <UptimeFigure health={health} />}
      </span>
      <span className="machine-seen one-line">
        {last_seen_at === null ? text.neverShort : <ShortTime at={last_seen_at} />}
      </span>
      <span className="row-more">
        <MachineMenu machine={machine} />
      </span>
    </li>
  );
}

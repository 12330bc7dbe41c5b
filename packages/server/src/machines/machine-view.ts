/** A machine as it is shown, from what is stored and what its agent said. */
import type { Machine } from '@synapse/contract';
import type { AgentView } from '../agents/agents.ts';
import { isoTime, isoTimeOrNull } from '../clock.ts';
import { knownLook } from './kept-sandbox.ts';
import { KINDS } from './kinds.ts';
import type { MachineRecord } from './machine-store.ts';

export function agentView(known: AgentView | undefined): Partial<Machine> {
  if (known === undefined) return {};
  const { row, connected, presence } = known;
  const { version, platform, hostname, refused_at, refused_reason, refused_ip } = row;
  return {
    connected,
    presence,
    agent: {
      enrolled_at: isoTimeOrNull(row.code_used_at),
      version,
      platform,
      hostname,
      last_refusal: refused_at === null ? null : { at: isoTime(refused_at), reason: refused_reason!, ip: refused_ip },
    },
  };
}

/** What the last command, test or check found; `last_seen_at` says how old that is. */
export function isReached(record: MachineRecord): record is MachineRecord & { readonly lastSeenAt: number } {
  const { lastSeenAt, lastFailedAt } = record;
  return lastSeenAt !== null && (lastFailedAt === null || lastSeenAt >= lastFailedAt);
}

export function machineView(record: MachineRecord, now: number): Machine {
  return {
    slug: record.slug,
    label: record.label,
    kind: record.kind,
    tags: [...record.tags],
    containers: [...record.containers],
    default_container: record.defaultContainer,
    default_cwd: record.defaultCwd,
    statut: record.status,
    made_by: record.madeBy,
    confirmed: record.confirmed,
    // The host itself is always there.
    connected: KINDS[record.kind].isServiceHost || isReached(record),
    ...knownLook(record.sandboxes, record.defaultContainer),
    last_seen_at: KINDS[record.kind].isServiceHost ? isoTime(now) : isoTimeOrNull(record.lastSeenAt),
    created_at: isoTime(record.createdAt),
    updated_at: isoTime(record.updatedAt),
  };
}

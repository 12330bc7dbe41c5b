/** `synapse status`: instances, their leases, what they run, and how late the parts are that they share. */
import type { InstanceState, ServiceStatus } from '@synapse/contract';
import type { Action } from '../call.ts';
import { table } from '../terminal.ts';
import { columns, type Said, tell } from '../words/tell.ts';

export const status: Action = async ({ terminal, api }) => {
  const answer = await api().call<ServiceStatus>('GET', '/admin/status');
  terminal.answer(answer, () =>
    [table(columns('status_head'), answer.instances.map(rowOf)), summary(answer)].join('\n'),
  );
  return undefined;
};

const STATES = {
  ok: 'status_ok',
  degraded: 'status_degraded',
  unavailable: 'status_unavailable',
} as const satisfies Record<string, Said>;

function rowOf({ id, asked, lease, report, bus_ms, ...runs }: InstanceState): string[] {
  const oldest = runs.oldest_running_seconds;
  return [
    // The end of an id is what differs.
    `${id.slice(-8)}${asked ? ' *' : ''}`,
    stateOf(report),
    report?.version ?? '',
    lease.expires_in_ms > 0 ? seconds(lease.expires_in_ms) : tell('status_expired'),
    String(lease.epoch),
    String(runs.running_commands),
    oldest === null ? '' : `${oldest} s`,
    ...(report === null ? ['', '', '', ''] : ownFigures(report)),
    bus_ms === null ? '' : `${bus_ms} ms`,
  ];
}

function stateOf(report: InstanceState['report']): string {
  if (report === null) return tell('status_silent');
  const state = tell(STATES[report.status]);
  return report.reason === null ? state : `${state} (${report.reason})`;
}

const ownFigures = (report: NonNullable<InstanceState['report']>): string[] => [
  String(report.waiting_commands),
  String(report.linked_agents),
  `${report.clock_skew_ms} ms`,
  `${Math.round(report.memory_bytes / 1024 ** 2)} MiB`,
];

/** Of what does not arrive. */
function copiesOf(instances: readonly InstanceState[]): string[] {
  return instances.flatMap(({ id, report }) =>
    (report?.checkpoint_copies ?? []).flatMap(({ to, waiting, problem }) =>
      problem === null ? [] : tell('status_copy', { id: id.slice(-8), to, waiting, problem }),
    ),
  );
}

function summary({ database, instances, agents, pending_approvals: approvals }: ServiceStatus): string {
  const { kind, ms, connections } = database;
  const { open, idle, waiting } = connections;
  return [
    '',
    tell('status_database', { kind, ms, busy: open - idle, open, waiting }),
    tell('status_agents', { linked: agents.linked, enrolled: agents.enrolled }),
    tell('status_approvals', { approvals }),
    ...copiesOf(instances),
  ].join('\n');
}

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;

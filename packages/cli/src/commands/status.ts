/** `synapse status`: instances, their leases, what they run, and how late the parts are that they share. Fails where one is not well. */
import type { InstanceReport, InstanceState, ServiceStatus } from '@synapse/contract';
import type { Api } from '../api.ts';
import type { Action } from '../call.ts';
import { CliError, EXIT } from '../cli-error.ts';
import { readReason, reasonInWords } from '../ready-reason.ts';
import { table } from '../terminal.ts';
import { columns, type Said, tell } from '../words/tell.ts';

export const status: Action = async ({ terminal, api }) => {
  const service = api();
  const answer = await service
    .call<ServiceStatus>('GET', '/admin/status')
    .catch(async (error: unknown) => Promise.reject(await withReason(service, error)));
  terminal.answer(answer, () =>
    [table(columns('status_head'), answer.instances.map(rowOf)), summary(answer)].join('\n'),
  );
  return answer.instances.every(isWell) ? EXIT.ok : EXIT.failed;
};

/** One whose lease has run out is gone: the others have taken note of that. */
const isWell = ({ lease, report }: InstanceState): boolean =>
  report === null ? lease.expires_in_ms <= 0 : report.status === 'ok' && report.audit_damaged === 0;

/** A service that is not ready refuses calls, and says on /readyz why. */
async function withReason(api: Api, error: unknown): Promise<unknown> {
  if (!(error instanceof CliError) || error.exitCode === EXIT.signedOut) return error;
  const reason = await readReason(api);
  return reason === null ? error : new CliError(error.message, { hint: reasonInWords(reason) });
}

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
  mebibytes(report.memory_bytes),
];

/** Of what does not arrive, of damaged logs, and of little room. */
function troublesOf(instances: readonly InstanceState[]): string[] {
  return instances.flatMap(({ id: whole, report }) => {
    if (report === null) return [];
    const id = whole.slice(-8);
    const { audit_damaged: damaged, disk_free_bytes: free } = report;
    return [
      ...(report.reason === null ? [] : [`${id}: ${reasonInWords(report.reason)}`]),
      ...(damaged === 0 ? [] : [tell('status_damaged', { id, damaged })]),
      ...(free === null || free >= LITTLE_BYTES ? [] : [tell('status_little_room', { id, free: mebibytes(free) })]),
      ...sendingOf('status_copy', id, report.checkpoint_copies),
      ...sendingOf('status_forward', id, report.audit_forward),
    ];
  });
}

const LITTLE_BYTES = 1024 ** 3;
const mebibytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MiB`;

const sendingOf = (said: 'status_copy' | 'status_forward', id: string, receivers: InstanceReport['audit_forward']) =>
  receivers.flatMap(({ to, waiting, problem }) => (problem === null ? [] : tell(said, { id, to, waiting, problem })));

function summary({ database, instances, agents, pending_approvals: approvals }: ServiceStatus): string {
  const { kind, ms, connections } = database;
  const { open, idle, waiting } = connections;
  return [
    '',
    tell('status_database', { kind, ms, busy: open - idle, open, waiting }),
    tell('status_agents', { linked: agents.linked, enrolled: agents.enrolled }),
    tell('status_approvals', { approvals }),
    ...troublesOf(instances),
  ].join('\n');
}

const seconds = (ms: number): string => `${Math.round(ms / 1000)} s`;

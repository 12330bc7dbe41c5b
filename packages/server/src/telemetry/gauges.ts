/** Figures of this moment, asked for when the metrics are read. */
import { Gauge, type Registry } from 'prom-client';
import type { ConnectionUse } from '../db/database.ts';

export interface GaugeSources {
  runningCommands(): number;
  /** Of the command that runs for the longest time here; 0: none runs. */
  oldestRunningSeconds(): number;
  waitingCommands(): number;
  linkedAgents(): number;
  holdsLease(): boolean;
  reachesOthers(): boolean;
  clockSkewSeconds(): number;
  connections(): ConnectionUse;
  pendingApprovals(): Promise<number>;
  /** Whether calls are served, and what is wrong. */
  ready(): Promise<{ readonly ok: boolean; readonly reason: string }>;
  /** Null: unknown. */
  freeBytes(): Promise<number | null>;
  damagedLogs(): number;
}

export function addGauges(registry: Registry, sources: GaugeSources): void {
  const gauge = (name: string, help: string, value: () => number | boolean): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(Number(value()));
      },
    });
  };
  new Gauge({
    name: 'synapse_ready',
    help: '1 while this instance serves calls, 0 while it does not, as /readyz says; `reason` is what is wrong: none, nats, schema (it serves all the same), disk, database, lease, stopping.',
    labelNames: ['reason'],
    registers: [registry],
    async collect() {
      const { ok, reason } = await sources.ready();
      this.reset();
      this.set({ reason }, Number(ok));
    },
  });
  new Gauge({
    name: 'synapse_disk_free_bytes',
    help: 'Room that is left where the data directory is.',
    registers: [registry],
    async collect() {
      const free = await sources.freeBytes();
      if (free !== null) this.set(free);
    },
  });
  gauge(
    'synapse_audit_damaged',
    'Users whose audit log is damaged, as far as this instance has noticed: when it signed it, or when it was verified.',
    sources.damagedLogs,
  );
  gauge('synapse_running_commands', 'Commands running now.', sources.runningCommands);
  gauge(
    'synapse_oldest_running_seconds',
    'For how long the oldest of the commands runs that run now; 0 if none does.',
    sources.oldestRunningSeconds,
  );
  gauge('synapse_waiting_commands', 'Commands that wait for their turn now.', sources.waitingCommands);
  gauge('synapse_agents_linked', 'Agents whose link this instance holds now.', sources.linkedAgents);
  gauge('synapse_lease_held', '1 while this instance may run commands.', sources.holdsLease);
  gauge(
    'synapse_bus_connected',
    '1 while the other instances can be reached, or there are none.',
    sources.reachesOthers,
  );
  gauge(
    'synapse_clock_skew_seconds',
    'How far the clock of this computer is ahead of the database’s, by which all instances go.',
    sources.clockSkewSeconds,
  );
  new Gauge({
    name: 'synapse_database_connections',
    help: 'Connections to the database by what they do: busy, idle.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { open, idle } = sources.connections();
      this.set({ state: 'busy' }, open - idle);
      this.set({ state: 'idle' }, idle);
    },
  });
  gauge(
    'synapse_database_waiting',
    'Statements and transactions that wait for a connection to the database now.',
    () => sources.connections().waiting,
  );
  new Gauge({
    name: 'synapse_pending_approvals',
    help: 'Commands that wait for a person’s approval now, on all instances.',
    registers: [registry],
    async collect() {
      // A database that is away must not take the other figures away.
      const pending = await sources.pendingApprovals().catch(() => null);
      if (pending !== null) this.set(pending);
    },
  });
}

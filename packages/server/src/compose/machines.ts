/** The vault, and the machines that its secrets open: their agents, their connections, and who may go where. */
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { createAgents } from '../agents/agents.ts';
import { urlFromElsewhere } from '../config/own-url.ts';
import type { Config } from '../config/read-config.ts';
import { createUnexpectedErrors } from '../exec/record/unexpected-errors.ts';
import { createProbing } from '../exec/run/probe-machine.ts';
import { createExecutors } from '../executors/registry.ts';
import { createMachineHealth } from '../health/machine-health.ts';
import type { RedactorOf } from '../http/redact-answer.ts';
import { createMachines } from '../machines/machines.ts';
import { readLoginSecret } from '../machines/without-address.ts';
import { createGarbagePace, RELAYED_BYTES } from '../memory/garbage-pace.ts';
import { createBuiltProgram } from '../service/built-program.ts';
import { isolateLocal } from '../service/local-isolation.ts';
import { createSignal } from '../signal.ts';
import { masterKey } from '../vault/cipher.ts';
import { Clearance, clearSshAgent } from '../vault/clearance.ts';
import { createSealer } from '../vault/sealer.ts';
import { createVault } from '../vault/vault.ts';
import { createVaultSnapshots } from '../vault/vault-snapshot.ts';
import type { Identity } from './identity.ts';
import type { Infrastructure } from './infrastructure.ts';

export type MachinesModule = Awaited<ReturnType<typeof createMachinesModule>>;

export async function createMachinesModule(
  config: Config,
  log: Logger,
  infrastructure: Infrastructure,
  { audit }: Pick<Identity, 'audit'>,
) {
  const { database, key, keys, clock, bus, events, instanceId, deadAfterMs, traces, metrics } = infrastructure;
  const vault = createVault(database, clock, key);
  const { newest: vaultSnapshots, newestKnown } = createVaultSnapshots(vault);
  const redactorOf: RedactorOf = async (...vault) => (await newestKnown(...vault)).redactor.redactText;

  const listening: { address: AddressInfo | string | null } = { address: null };
  const agentProgram = createBuiltProgram('agent');
  const agents = createAgents({
    passed: createGarbagePace(RELAYED_BYTES).passed,
    database,
    clock,
    bus,
    events,
    log,
    instanceId,
    deadAfterMs,
    heartbeatMs: config.agentHeartbeatMs,
    sealer: createSealer(masterKey(keys.agentRelay)),
    traces,
    url: () => config.publicUrl ?? urlFromElsewhere(config.host, listening.address),
    sha256: () => agentProgram()?.sha256 ?? null,
  });

  const changed = createSignal<string>();
  const machines = createMachines(database, clock, config, changed.emit, agents, vault, audit);
  const local = await isolateLocal(config);
  const executors = createExecutors({
    isolation: local.isolation,
    ownPlaces: local.open,
    secret: async (machine, name, program) => {
      const snapshot = await vaultSnapshots(machine.workspaceId);
      const value = readLoginSecret(() => snapshot.value(name, Clearance.forProgram(name, snapshot, machine, program)));
      database
        .transaction(async (tx) => vault.markUsed(tx, machine.workspaceId, [name]), { durable: false })
        .catch((error: unknown) => log.warn({ err: error }, 'failed to note the use of a secret'));
      return value;
    },
    sshAgent: async (machine) => clearSshAgent(config.sshAgent, machine),
    receiver: machines.receiver,
    connectMs: config.connectSeconds * 1000,
    localPath: config.localPath,
    localUmask: config.localUmask,
    onHostKey: (machine, address, hostKey) => machines.noteHostKey(machine, address, hostKey),
    agent: (machine) => agents.executor(machine.id),
  });
  changed.on(executors.forget);

  const unexpected = createUnexpectedErrors({
    log,
    count: (scope) => metrics.unexpected.inc({ scope }),
    forget: executors.forget,
  });
  const probing = createProbing({ machines, executors, vaultSnapshots, unexpected, config });
  return {
    vault,
    vaultSnapshots,
    redactorOf,
    agents,
    agentProgram,
    /** Where the service listens: agents come there. Told once it does. */
    listensAt: (address: AddressInfo | string | null): void => {
      listening.address = address;
    },
    machines,
    local,
    executors,
    unexpected,
    probing,
    machineHealth: createMachineHealth({ database, clock, log, events, probing, config }),
  };
}

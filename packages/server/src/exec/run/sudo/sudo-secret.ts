/** Which secret of the vault answers `sudo` in a command, and the command with that answer. */
import { argumentsInvalid, because } from '@synapse/contract';
import type { ResolvedCommand } from '@synapse/runner';
import type { MachineRecord } from '../../../machines/machines.ts';
import { Clearance } from '../../../vault/clearance.ts';
import type { VaultSnapshot } from '../../../vault/vault-snapshot.ts';
import { answerSudo, SUDO_VARIABLE } from './answer-sudo.ts';

/** The secret leaves the vault only for a command that says so: one that is judged, and asked about, as such. */
export const saysSudo = (command: string): boolean => /\bsudo\b/.test(command);

/** As in `/usr/bin/sudo`. */
export const namesPath = (command: string): boolean => /\/sudo\b/.test(command);

/** A secret that may answer `sudo` on one machine. */
export interface SudoSecret {
  readonly name: string;
  readonly clearance: Clearance;
}

/** Null where none does. Throws secret_missing; machine_unconfirmed or secret_not_here where it may not be used. */
export function sudoSecretOf(machine: MachineRecord, command: string, vault: VaultSnapshot): SudoSecret | null {
  const { sudoSecret: name } = machine;
  if (name === null || !saysSudo(command)) return null;
  return { name, clearance: Clearance.forProgram(name, vault, machine, 'sudo') };
}

/** The same for what is done as root without being a command. Throws where the machine has none. */
export function sudoSecretFor(machine: MachineRecord, vault: VaultSnapshot): SudoSecret {
  const { slug, sudoSecret: name } = machine;
  if (name === null) throw argumentsInvalid([{ field: 'sudo', problem: because('sudo_no_secret', { machine: slug }) }]);
  return { name, clearance: Clearance.forProgram(name, vault, machine, 'sudo') };
}

/** The same command, with that answer. `sudo` null: as it is. */
export function withSudoAnswered<C extends Pick<ResolvedCommand, 'script' | 'secrets'>>(
  command: C,
  sudo: SudoSecret | null,
  vault: VaultSnapshot,
): C {
  if (sudo === null) return command;
  const answer = vault.value(sudo.name, sudo.clearance);
  const secrets = new Map([...command.secrets, [SUDO_VARIABLE, answer]]);
  return { ...command, script: answerSudo(command.script, sudo.name), secrets };
}

/** The computer itself: Node, configuration, data directory, master key, database, port. */

import { accessSync, constants, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Inspection } from '@synapse/contract';
import { CliError } from '../cli-error.ts';
import { administer } from '../offline.ts';
import { tell } from '../words/tell.ts';
import { type Finding, failed, ok, skipped, warning } from './finding.ts';

const NODE_WANTED = 24;

export async function checkPlace(env: Readonly<Record<string, string | undefined>>): Promise<Finding[]> {
  const findings = [checkNode(process.versions.node), checkGroups()];
  let place: Inspection;
  try {
    place = await administer({ verb: 'inspect' }, env, () => undefined);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return [...findings, failed(tell('check_installation'), error.message, tell('installation_mend'))];
  }
  if (place.configuration.length > 0) {
    const mend = tell('configuration_mend');
    return [...findings, ...place.configuration.map((problem) => failed(tell('check_configuration'), problem, mend))];
  }
  findings.push(ok(tell('check_configuration'), tell('configuration_ok')));
  if (place.data_directory?.exists !== true && place.database.dialect === 'sqlite') {
    const where = place.data_directory?.path ?? '';
    return [...findings, skipped(tell('check_data_directory'), tell('directory_missing', { path: where }))];
  }
  findings.push(
    checkDirectory(place),
    ...(place.database.unused ? [] : [checkKey(place)]),
    ...checkDatabase(place),
    ...checkNats(place),
    await checkPort(place),
  );
  return findings;
}

export function checkNode(node: string): Finding {
  return Number(node.split('.')[0]) >= NODE_WANTED
    ? ok(tell('check_node'), node)
    : warning(tell('check_node'), node, tell('node_mend', { wanted: NODE_WANTED }));
}

function checkDirectory({ data_directory: directory }: Inspection): Finding {
  const check = tell('check_data_directory');
  if (directory === null || directory.mode === null) return skipped(check, tell('not_there'));
  const { path } = directory;
  return (directory.mode & 0o077) === 0
    ? ok(check, tell('directory_ok', { path }))
    : failed(check, tell('directory_open', { path }), `chmod 700 ${path}`);
}

function checkKey({ master_key: problem }: Inspection): Finding {
  if (problem === null) return ok(tell('check_master_key'), tell('key_ok'));
  return failed(tell('check_master_key'), problem, tell('key_mend'));
}

export function checkDatabase({ database, users }: Pick<Inspection, 'database' | 'users'>): Finding[] {
  const { dialect, problem, unused, pending } = database;
  if (unused) return [skipped(tell('check_database'), tell('database_unused', { dialect }))];
  if (problem !== null) {
    return [failed(tell('check_database'), tell('database_problem', { dialect, problem }), tell('database_mend'))];
  }
  const migrations =
    pending.length === 0
      ? ok(tell('check_migrations'), tell('migrations_ok'))
      : warning(tell('check_migrations'), tell('migrations_pending', { list: pending.join(', ') }), 'synapse migrate');
  return [ok(tell('check_database'), tell('database_ok', { dialect, users })), migrations];
}

function checkNats({ nats }: Inspection): Finding[] {
  if (nats === null) return [];
  if (nats.problem === null) return [ok('NATS', tell('nats_ok'))];
  return [failed('NATS', nats.problem, tell('nats_mend'))];
}

async function checkPort({ listen, running_instances }: Inspection): Promise<Finding> {
  const check = tell('check_port');
  if (listen === null || listen.port === 0) return skipped(check, tell('port_any'));
  const where = `${listen.host}:${listen.port}`;
  const free = await canListen(listen.host, listen.port);
  if (running_instances > 0) return ok(check, free ? tell('port_elsewhere') : tell('port_ours', { where }));
  if (free) return ok(check, tell('port_free', { where }));
  return failed(check, tell('port_taken', { where }), tell('port_mend'));
}

function canListen(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

/** Whether this user's commands on this computer can be put in a control group, so that nothing survives a kill. */
const ROOT = '/sys/fs/cgroup';

function checkGroups(): Finding {
  const check = tell('check_killing');
  if (process.platform !== 'linux') {
    return warning(check, tell('groups_linux'), tell('groups_linux_mend'));
  }
  let lines: string[];
  try {
    lines = readFileSync('/proc/self/cgroup', 'utf8').split('\n');
  } catch {
    return skipped(check, tell('groups_no_proc'));
  }
  if (lines.some((line) => isOpen(line))) return ok(check, tell('groups_ok'));
  return warning(check, tell('groups_none'), tell('groups_none_mend'));
}

/** As the runner looks for it: version 2, beside version 1 or alone, or the freezer of version 1. */
function isOpen(line: string): boolean {
  const [, controller, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
  if (path === undefined || (controller !== '' && controller !== 'freezer')) return false;
  const mount =
    controller === 'freezer' ? join(ROOT, 'freezer') : allows(join(ROOT, 'unified')) ? join(ROOT, 'unified') : ROOT;
  return [join(mount, path), join(mount, path, 'cgroup.procs')].every((name) => allows(name, constants.W_OK));
}

function allows(path: string, mode = constants.F_OK): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

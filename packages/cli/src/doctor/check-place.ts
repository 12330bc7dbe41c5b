/** The computer itself: Node, configuration, data directory, master key, database, port. */
import { createServer } from 'node:net';
import type { Inspection } from '@synapse/contract';
import { CliError } from '../cli-error.ts';
import { administer } from '../offline.ts';
import { checkGroups } from './check-groups.ts';
import { type Finding, failed, ok, skipped, warning } from './finding.ts';

const NODE_WANTED = 24;

export async function checkPlace(env: Readonly<Record<string, string | undefined>>): Promise<Finding[]> {
  const findings = [checkNode(process.versions.node), checkGroups()];
  let place: Inspection;
  try {
    place = await administer({ verb: 'inspect' }, env, () => undefined);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return [...findings, failed('installation', error.message, 'Run `npm ci` in the clone.')];
  }
  if (place.configuration.length > 0) {
    const mend = 'Mend the environment; docs/reference/configuration.md lists every option.';
    return [...findings, ...place.configuration.map((problem) => failed('configuration', problem, mend))];
  }
  findings.push(ok('configuration', 'every option is understood'));
  if (place.data_directory?.exists !== true && place.database.dialect === 'sqlite') {
    const where = place.data_directory?.path ?? '';
    return [...findings, skipped('data directory', `${where} is not there: no instance lives here`)];
  }
  findings.push(checkDirectory(place), checkKey(place), ...checkDatabase(place), await checkPort(place));
  return findings;
}

export function checkNode(node: string): Finding {
  return Number(node.split('.')[0]) >= NODE_WANTED
    ? ok('node', node)
    : warning('node', node, `Use Node ${NODE_WANTED}: it is what the tests run on.`);
}

function checkDirectory({ data_directory: directory }: Inspection): Finding {
  if (directory === null || directory.mode === null) return skipped('data directory', 'not there');
  return (directory.mode & 0o077) === 0
    ? ok('data directory', `${directory.path} is for its owner alone`)
    : failed('data directory', `${directory.path} is open to other users`, `chmod 700 ${directory.path}`);
}

function checkKey({ master_key: problem }: Inspection): Finding {
  if (problem === null) return ok('master key', 'it opens the vault');
  return failed('master key', problem, 'Put the right key back from your backup: nothing else opens the secrets.');
}

function checkDatabase({ database, users }: Inspection): Finding[] {
  const { dialect, problem, pending } = database;
  if (problem !== null) {
    return [failed('database', `${dialect}: ${problem}`, 'Check SYNAPSE_DATABASE_URL, or start the service once.')];
  }
  const migrations =
    pending.length === 0
      ? ok('migrations', 'up to date')
      : warning('migrations', `to do: ${pending.join(', ')}`, 'synapse migrate');
  return [ok('database', `${dialect}, ${users} users`), migrations];
}

async function checkPort({ listen, running_instances }: Inspection): Promise<Finding> {
  if (listen === null || listen.port === 0) return skipped('port', 'any free one');
  const where = `${listen.host}:${listen.port}`;
  const free = await canListen(listen.host, listen.port);
  if (running_instances > 0)
    return ok('port', free ? 'an instance runs elsewhere' : `${where} is in use by the service`);
  if (free) return ok('port', `${where} is free`);
  return failed('port', `${where} is taken by another program`, 'Stop it, or choose another SYNAPSE_PORT.');
}

function canListen(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

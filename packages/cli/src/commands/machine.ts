/** `synapse machine …`. */
import type { FoundContainer, Machine, MachineCheck, MachineTest, OwnMachine } from '@synapse/contract';
import { matchesHostLine } from '@synapse/contract/ssh-config';
import { type Api, lateExplanation } from '../api.ts';
import { confirm } from '../ask.ts';
import { type Action, type Call, given, listOption, textOption } from '../call.ts';
import { CliError, EXIT, usageError } from '../cli-error.ts';
import { printable, table } from '../terminal.ts';
import { asTyped, columns, tell } from '../words/tell.ts';
import { changedConnection, newConnection, orNone } from './machine-connection.ts';
import { factLines, placesOf, reasons } from './show-machine.ts';

type NewlyMade = Machine & { readonly enrollment?: unknown };

export const addMachine: Action = async ({ args, options, terminal, api }) => {
  const service = api();
  const body = given({
    slug: args[0],
    kind: options.kind,
    label: textOption(options.label),
    containers: listOption(options.containers),
    tags: listOption(options.tags),
    default_container: textOption(options.defaultContainer),
    default_cwd: textOption(options.defaultCwd),
    sudo_secret: orNone(options.sudoSecret),
    connection: await newConnection(service, options),
  });
  if (options.test === true) await assertReached(service, body);
  const machine = await service.call<NewlyMade>('POST', '/synapse/machines', body);
  terminal.answer(machine, () => tell('machine_registered', { slug: machine.slug, kind: machine.kind }));
  if (machine.enrollment !== undefined) terminal.say(tell('enrollment', { what: describe(machine.enrollment) }));
  else if (options.test !== true) await sayIfFailing(service, machine.slug, terminal);
};

/** Throws the error that a command on it would get. */
async function assertReached(service: Api, wish: unknown): Promise<void> {
  const tried = await service.call<MachineCheck>('POST', '/synapse/machines/check', wish);
  if (tried.ok) return;
  throw new CliError(printable(tried.message ?? tell('machine_unreachable')), {
    code: tried.code ?? null,
    // What is advised about a machine that is stored does not fit.
    hint: tell('machine_not_stored'),
  });
}

/** Tests the machine as a command on it would use it. */
export const testMachineAt = (service: Api, slug: string, signal?: AbortSignal): Promise<MachineTest> =>
  service.call('POST', `/synapse/machines/${encodeURIComponent(slug)}/test`, undefined, signal);

/** It is stored all the same: a machine may be down for now. */
async function sayIfFailing(service: Api, slug: string, terminal: Call['terminal']): Promise<void> {
  terminal.progress(tell('machine_trying', { slug }));
  const { ok, code, message } = await testMachineAt(service, slug);
  if (ok) return terminal.say(tell('machine_answers', { slug }));
  terminal.say(tell('machine_not_yet', { slug, reason: printable(message ?? tell('machine_unreachable')) }));
  const hint = code === undefined ? null : await lateExplanation(code);
  if (hint !== null) terminal.say(`  ${asTyped(hint)}`);
  terminal.say(`  ${tell('machine_then', { slug })}`);
}

export const changeMachine: Action = async ({ args, options, terminal, api }) => {
  const service = api();
  const path = `/synapse/machines/${encodeURIComponent(args[0]!)}`;
  const before = await service.call<OwnMachine>('GET', path);
  const change = given({
    label: textOption(options.label),
    statut: textOption(options.statut),
    default_cwd: orNone(options.defaultCwd),
    sudo_secret: orNone(options.sudoSecret),
    connection: await changedConnection(service, before, options),
  });
  if (Object.keys(change).length === 0) throw usageError(tell('machine_nothing'), tell('machine_nothing_hint'));
  const machine = await service.call<Machine>('PATCH', path, change);
  terminal.answer(machine, () => tell('machine_changed', { slug: machine.slug }));
  const mayFail = [change.connection, change.default_cwd, change.sudo_secret].some((one) => one != null);
  if (mayFail && machine.statut === 'active') await sayIfFailing(service, machine.slug, terminal);
};

function describe(enrollment: unknown): string {
  if (typeof enrollment === 'string') return enrollment;
  const { command, token } = enrollment as { command?: string; token?: string };
  return command ?? token ?? JSON.stringify(enrollment);
}

export const listMachines: Action = async ({ options, terminal, api }) => {
  const service = api();
  const tag = textOption(options.tag);
  const query = tag === undefined ? '' : `?tag=${encodeURIComponent(tag)}`;
  const { machines } = await service.call<{ machines: Machine[] }>('GET', `/synapse/machines${query}`);
  const isAway = ({ connected, statut }: Machine): boolean => !connected && statut === 'active';
  const why = machines.some(isAway) ? await reasons(service) : new Map<string, string>();
  terminal.answer({ machines }, () => {
    const rows = machines.map((machine) => [
      machine.slug,
      machine.kind,
      machine.statut,
      tell(machine.confirmed ? 'yes' : 'no'),
      tell(machine.connected ? 'yes' : 'no'),
      machine.containers.join(',') || '-',
      machine.tags.join(',') || '-',
      machine.label,
    ]);
    const away = machines.filter((machine) => isAway(machine) && why.has(machine.slug));
    return [
      table(columns('machines_head'), rows),
      ...away.map(({ slug }) => tell('machine_away', { slug, reason: why.get(slug)! })),
    ].join('\n');
  });
};

/** Leaves its other tags as they are. */
export const tagMachine: Action = async ({ args, terminal, api }) => {
  const [slug = '', ...words] = args;
  const path = `/synapse/machines/${encodeURIComponent(slug)}`;
  const { tags: before } = await api().call<Machine>('GET', path);
  const taken = words.filter((word) => word.startsWith('-')).map((word) => word.slice(1));
  const given = words.filter((word) => !word.startsWith('-'));
  const tags = [...before.filter((tag) => !taken.includes(tag)), ...given];
  const machine = await api().call<Machine>('PATCH', path, { tags: [...new Set(tags)] });
  terminal.answer(machine, () => tell('machine_tagged', { slug, tags: machine.tags.join(', ') || '-' }));
};

export const testMachine: Action = async ({ args, terminal, api }) => {
  const slug = args[0]!;
  const tested = await testMachineAt(api(), slug);
  terminal.answer(tested, () =>
    tested.ok
      ? terminal.green(tell('machine_answers', { slug }))
      : terminal.red(printable(tested.message ?? tell('machine_unreachable'))),
  );
  const hint = tested.code === undefined || terminal.json ? null : await lateExplanation(tested.code);
  if (hint !== null) terminal.say(`  ${asTyped(hint)}`);
  return tested.ok ? EXIT.ok : EXIT.failed;
};

export const removeMachine: Action = async ({ args, options, terminal, api }) => {
  await confirm(terminal, tell('ask_forget_machine', { slug: args[0]! }), options.yes === true);
  await api().call('DELETE', `/synapse/machines/${encodeURIComponent(args[0]!)}`);
  terminal.answer({ deleted: true }, () => tell('machine_forgotten', { slug: args[0]! }));
};

/** `synapse machine confirm`: shows where a machine leads, asks, and confirms what was shown. */
export const confirmMachine: Action = async ({ args, options, terminal, api }) => {
  const slug = args[0]!;
  const path = `/synapse/machines/${encodeURIComponent(slug)}`;
  const machine = await api().call<OwnMachine>('GET', path);
  for (const line of factLines(placesOf(machine))) terminal.say(line);
  await confirm(terminal, tell('ask_confirm_machine', { slug }), options.yes === true);
  const confirmed = await api().call<OwnMachine>('POST', `${path}/confirm`, { version: machine.version });
  terminal.answer(confirmed, () => tell('machine_confirmed', { slug }));
};

/** `synapse machine containers`: what runs there now, and which of it commands may use. */
export const machineContainers: Action = async ({ args, options, terminal, api }) => {
  const path = `/synapse/machines/${encodeURIComponent(args[0]!)}`;
  const service = api();
  const { containers: found } = await service.call<{ containers: FoundContainer[] }>('GET', `${path}/containers`);
  const { containers: before } = await service.call<Machine>('GET', path);
  const wanted = listOption(options.allow);
  const chosen = found.filter(({ name }) => wanted !== undefined && matchesHostLine(name, wanted));
  if (wanted !== undefined && chosen.length === 0) throw new CliError(tell('containers_none'));
  const allowed = [...new Set([...before, ...chosen.map(({ name }) => name)])];
  if (chosen.length > 0) await service.call('PATCH', path, { containers: allowed });
  terminal.answer({ containers: found.map((one) => ({ ...one, allowed: allowed.includes(one.name) })) }, () =>
    table(
      columns('containers_head'),
      found.map(({ name, image, status }) => [name, tell(allowed.includes(name) ? 'yes' : 'no'), image, status]),
    ),
  );
};

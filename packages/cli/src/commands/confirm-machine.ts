/** `synapse machine confirm`: shows where a machine leads, asks, and confirms what was shown. */
import type { OwnMachine } from '@synapse/contract';
import { confirm } from '../ask.ts';
import type { Action } from '../call.ts';
import { tell } from '../words/tell.ts';
import { factLines, placesOf } from './show-machine.ts';

export const confirmMachine: Action = async ({ args, options, terminal, api }) => {
  const slug = args[0]!;
  const path = `/synapse/machines/${encodeURIComponent(slug)}`;
  const machine = await api().call<OwnMachine>('GET', path);
  for (const line of factLines(placesOf(machine))) terminal.say(line);
  await confirm(terminal, tell('ask_confirm_machine', { slug }), options.yes === true);
  const confirmed = await api().call<OwnMachine>('POST', `${path}/confirm`, { version: machine.version });
  terminal.answer(confirmed, () => tell('machine_confirmed', { slug }));
  return undefined;
};

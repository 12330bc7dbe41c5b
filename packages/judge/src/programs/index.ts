/** Every program that is known, by its name. What is not here is opaque. */
import type { Program } from '../program.ts';
import { COMPARING } from './comparing.ts';
import { FILES } from './files.ts';
import { LISTING } from './listing.ts';
import { SEARCHING } from './searching.ts';
import { OTHER_ACCOUNTS, SHELLS } from './shells.ts';
import { SYSTEM } from './system.ts';
import { TEXT } from './text.ts';
import { WRAPPERS } from './wrappers.ts';

export const FAMILIES: Readonly<Record<string, Readonly<Record<string, Program>>>> = {
  text: TEXT,
  comparing: COMPARING,
  listing: LISTING,
  files: FILES,
  searching: SEARCHING,
  system: SYSTEM,
  wrappers: WRAPPERS,
  shells: SHELLS,
  accounts: OTHER_ACCOUNTS,
};

let byName: Map<string, Program> | null = null;

export function programNamed(name: string): Program | undefined {
  byName ??= new Map(Object.values(FAMILIES).flatMap((family) => Object.entries(family)));
  return byName.get(name);
}

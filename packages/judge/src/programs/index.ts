/** Every program that is known, by its name. What is not here is opaque. */
import type { Program } from '../program.ts';
import { ACCOUNTS } from './accounts.ts';
import { ARCHIVES } from './archives.ts';
import { CLOUD } from './cloud.ts';
import { COMPARING } from './comparing.ts';
import { CONTAINERS } from './containers.ts';
import { DATABASES } from './databases.ts';
import { DISKS } from './disks.ts';
import { FILES } from './files.ts';
import { GIT } from './git.ts';
import { KUBERNETES } from './kubernetes.ts';
import { LANGUAGES } from './languages.ts';
import { LISTING } from './listing.ts';
import { NETWORK_TOOLS } from './network.ts';
import { PACKAGES } from './packages.ts';
import { READING } from './reading.ts';
import { SEARCHING } from './searching.ts';
import { SERVICES } from './services.ts';
import { OTHER_ACCOUNTS, SHELLS } from './shells.ts';
import { SYSTEM } from './system.ts';
import { TEXT } from './text.ts';
import { WRAPPERS } from './wrappers.ts';

/** By the name of the file that describes them; the cases of each stand beside it. */
export const FAMILIES: Readonly<Record<string, Readonly<Record<string, Program>>>> = {
  accounts: ACCOUNTS,
  archives: ARCHIVES,
  cloud: CLOUD,
  comparing: COMPARING,
  containers: CONTAINERS,
  databases: DATABASES,
  disks: DISKS,
  files: FILES,
  git: GIT,
  kubernetes: KUBERNETES,
  languages: LANGUAGES,
  listing: LISTING,
  network: NETWORK_TOOLS,
  packages: PACKAGES,
  reading: READING,
  searching: SEARCHING,
  services: SERVICES,
  shells: { ...SHELLS, ...OTHER_ACCOUNTS },
  system: SYSTEM,
  text: TEXT,
  wrappers: WRAPPERS,
};

let byName: Map<string, Program> | null = null;

/** `python3.12`, `gcc-13`: the version is part of the name. */
const VERSIONED = /^(python|pip|perl|ruby|php|lua|node|gcc|g\+\+|clang|gem)-?\d[\d.]*$/;

export function programNamed(name: string): Program | undefined {
  byName ??= new Map(Object.values(FAMILIES).flatMap((family) => Object.entries(family)));
  return byName.get(name) ?? byName.get(VERSIONED.exec(name)?.[1] ?? '');
}

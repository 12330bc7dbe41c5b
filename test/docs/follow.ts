/**
 * Follows guides word for word. A journey is a list of their sections; every block of those that is to be run is run, in
 * order, in one shell session's worth of folders and settings, on the computer that is given. What stands in for what
 * the reader has, and for what the reader types, is listed here, and each of it must be used.
 */
import { readFileSync } from 'node:fs';
import { expect, vi } from 'vitest';
import { type Block, fencesOf, missingLine, runnableBlocks } from './code-blocks.ts';

export interface Journey {
  /** `file#heading`; without a heading, all of a guide. */
  readonly sections: readonly string[];
  /** Words of the guides, what stands for them here, and why. */
  readonly standIns: readonly { readonly words: string; readonly here: string; readonly why: string }[];
}

/** Reads it as the reader does. */
export const PASSWORD = `journalctl -u synapse | sed -n 's/.*  password  \\([^ ]*\\).*/\\1/p'`;
const GUIDES = 'docs/guides';

export const JOURNEYS = {
  npm: { sections: [`${GUIDES}/installing.md#Without cloning: the npm package`], standIns: [] },
  debian: {
    sections: [
      `${GUIDES}/installing.md#Debian and Ubuntu`,
      `${GUIDES}/installing.md#Is there a newer version?`,
      `${GUIDES}/backup.md#Backup and restore`,
      `${GUIDES}/backup.md#Every night`,
      `${GUIDES}/backup.md#From SQLite to PostgreSQL`,
      `${GUIDES}/operating.md#At a glance`,
      `${GUIDES}/operating.md#Metrics, alerts, a dashboard`,
      `${GUIDES}/operating.md#What was done, to a SIEM`,
      `${GUIDES}/deployment.md#The Debian package`,
    ],
    standIns: [
      {
        words: 'synapse login -u admin\n',
        here: `${PASSWORD} | synapse login -u admin --password-stdin\n`,
        why: 'the reader types the password that the line before showed',
      },
      {
        words: 'synapse backup before-the-update.backup\n',
        here: 'synapse backup before-the-update.backup --passphrase-file passphrase\n',
        why: 'the reader types a passphrase',
      },
    ],
  },
  clone: {
    sections: [`${GUIDES}/deployment.md#With systemd`, `${GUIDES}/deployment.md#A clone`],
    standIns: [
      { words: 'git clone … ', here: 'git clone /root/clone ', why: 'where the clone comes from is left out' },
      {
        words: 'npx synapse backup ~/before-the-update.backup\n',
        here: 'npx synapse backup ~/before-the-update.backup --passphrase-file - <<END\na passphrase that is typed\nEND\n',
        why: 'the reader types a passphrase',
      },
    ],
  },
  scaling: {
    sections: [`${GUIDES}/scaling.md#Several processes on one host`],
    standIns: [
      {
        words: 'synapse login -u admin --url https://synapse.example\n',
        here: `${PASSWORD} | synapse login -u admin --url https://synapse.example --password-stdin\n`,
        why: 'the reader types the password that was shown',
      },
    ],
  },
  // `test/deploy/image.all.test.ts` has a `docker` for it.
  container: { sections: [`${GUIDES}/deployment.md#In a container`], standIns: [] },
  compose: { sections: [`${GUIDES}/deployment.md#With Compose: PostgreSQL and NATS beside it`], standIns: [] },
  composeUpdate: {
    sections: [`${GUIDES}/deployment.md#Compose`],
    standIns: [
      {
        words: 'docker compose exec synapse synapse backup /data/before-the-update.backup\n',
        here: "docker compose exec -T synapse sh -c 'echo a passphrase that is typed >/tmp/typed && synapse backup /data/before-the-update.backup --passphrase-file /tmp/typed'\n",
        why: 'the reader types a passphrase, at a terminal',
      },
    ],
  },
} as const satisfies Record<string, Journey>;

export interface FollowedBlock extends Block {
  readonly file: string;
  readonly section: string;
}

/** Blocks that are run, with the section that each is in. */
function blocksOf(file: string, kinds?: readonly string[]): FollowedBlock[] {
  const text = readFileSync(file, 'utf8');
  const inBlocks = fencesOf(text).map(({ line, text: inside }) => [line, line + inside.split('\n').length]);
  const isInBlock = (line: number): boolean => inBlocks.some(([from, to]) => line > from! && line < to!);
  const headings = text.split('\n').map((line, at) => (isInBlock(at + 1) ? undefined : /^#+ (.*)$/.exec(line)?.[1]));
  return runnableBlocks(text, kinds).map((block) => {
    const heading = headings.slice(0, block.line).findLast((each) => each !== undefined);
    return { ...block, file, section: `${file}#${heading}` };
  });
}

export const freshBlocks = (file: string): FollowedBlock[] => blocksOf(file, ['sh fresh', 'sh fresh serve']);

/** Where a journey leads. */
export interface Place {
  run(script: string): Promise<string>;
}

export function blocksOnJourney({ sections, standIns }: Journey): FollowedBlock[] {
  const unused = new Set(standIns.map(({ words }) => words));
  const blocks = sections.flatMap((section) => {
    const found = blocksOf(section.split('#')[0]!).filter((block) => block.section === section);
    expect(found.length, `${section} has nothing to be run`).toBeGreaterThan(0);
    return found.map((block) => {
      let { script } = block;
      for (const { words, here } of standIns) {
        if (script.includes(words)) unused.delete(words);
        script = script.replaceAll(words, here);
      }
      return { ...block, script };
    });
  });
  expect([...unused], 'stands in for nothing').toEqual([]);
  return blocks;
}

/** Runs it all. A block that serves runs until the next one that does, or the end of the computer. */
export async function follow(journey: Journey, place: Place): Promise<void> {
  let serving: string | null = null;
  for (const [at, { file, line, script, serves, output }] of blocksOnJourney(journey).entries()) {
    const where = `${file}:${line}`;
    if (!serves) {
      const printed = await place.run(`exec 2>&1 </dev/null; set -e\n${script}`).catch((error: { stdout?: string }) => {
        throw new Error(`${where} failed:\n${error.stdout ?? error}`);
      });
      expect(missingLine(printed, output), `${where} printed:\n${printed}`).toBeNull();
      continue;
    }
    if (serving !== null) await place.run(`systemctl stop ${serving}`);
    serving = `guide-${at}`;
    const start = `systemd-run --quiet --unit=${serving} --working-directory=$HOME --setenv=HOME --setenv=PATH sh -e ${serving}.sh`;
    await place.run(`cat >${serving}.sh <<'END OF BLOCK'\n${script}END OF BLOCK\n${start}`);
    await vi.waitFor(
      async () => {
        const shown = await place.run(`journalctl -o cat -u ${serving}; systemctl is-active ${serving} || true`);
        expect(shown, where).toMatch(/(?:listening on|http:\/\/)[\s\S]*\nactive\n$/);
      },
      { timeout: 180_000, interval: 500 },
    );
  }
}

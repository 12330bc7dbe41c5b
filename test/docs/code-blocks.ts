/**
 * Code blocks of a page: those that tests run, each with the output that the page promises; and those that are not run,
 * with why.
 */

export interface Fence {
  readonly line: number;
  /** What follows the opening fence: a language, then what a test does with the block. */
  readonly info: string;
  readonly text: string;
}

export interface Block {
  readonly line: number;
  readonly script: string;
  /** True: it runs until it is stopped, and the next blocks are run meanwhile. */
  readonly serves: boolean;
  /** Lines that must come in this order; `…` stands for anything. Empty if the page promises none. */
  readonly output: readonly string[];
}

/**
 * What a test does with a block: `sh run` is run to its end, `sh serve` until it listens, `text output` is what the
 * block before it prints, `sh settings` is read as configuration, `json client` is what a real client connects with.
 * `sh fresh` and `sh fresh serve` are run as root on a computer on which nothing was done before (`follow.ts`).
 */
export const RUN = [
  'sh run',
  'sh serve',
  'sh fresh',
  'sh fresh serve',
  'text output',
  'sh settings',
  'json client',
] as const;

/** Blocks of CONTRIBUTING.md that `tour.all.test.ts` applies to a copy: a change of a file, or a whole new file. */
export const TOUR = /^(?:(diff)|\w+ new) (\S+)$/;

/** Blocks that no test runs, by their first line, and why. Everything else must be run. */
export const NOT_RUN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'README.md': {
    '  assistant                     Synapse                          your machines': 'a picture',
    'npm ci && npm test': 'the development block: it is how this test itself was started',
  },
  'ARCHITECTURE.md': {
    ' model (MCP)   person (page, CLI)   git hook          agent on a machine': 'a picture',
  },
  'docs/guides/approvals.md': {
    'synapse approvals            # what waits for you':
      'needs a command that waits: test/cli/approvals.all.test.ts answers some',
  },
  'docs/guides/clients.md': {
    'exit 1 · 1.2 s': 'an answer to read: test/mcp/answers.test.ts and test/steps/ have real ones',
  },
  'docs/guides/files.md': {
    'synapse cp notes.txt web-1:/srv/notes.txt': 'needs a machine web-1: test/files/cp.test.ts copies both ways',
  },
  'docs/guides/look.md': {
    "synapse look prod-1 -- 'journalctl -u nginx -n 50; df -h; ss -tln'":
      'needs a machine with bubblewrap, a journal and nginx: test/look/ runs each of them where it can',
  },
  'docs/guides/many.md': {
    'synapse machine tag web-1 web eu': 'needs machines with nginx: test/many/ runs each of them on real ones',
  },
  'docs/guides/jobs.md': {
    "synapse exec -d web-1 --timeout 7200 -- 'make all'":
      'needs a machine with a project: test/jobs/ runs each of them',
  },
  'docs/guides/signing-in.md': {
    'synapse login --browser': 'needs a person at a browser: test/sign-in/browser-login.all.test.ts has one',
  },
};

export function fencesOf(markdown: string): Fence[] {
  return [...markdown.matchAll(/^( *)```([^\n]*)\n([\s\S]*?)^\1```$/gm)].map((match) => {
    const [, indent = '', info = '', body = ''] = match;
    const text = body.replace(new RegExp(`^${indent}`, 'gm'), '');
    return { line: markdown.slice(0, match.index).split('\n').length, info: info.trim(), text };
  });
}

/** By a reader who has the service, and by one who has nothing yet. */
export const BY_READER = ['sh run', 'sh serve'];
const RUNNABLE = [...BY_READER, 'sh fresh', 'sh fresh serve'];

/** Blocks to run, in order. A block `text output` right after one is what it prints. */
export function runnableBlocks(markdown: string, kinds: readonly string[] = RUNNABLE): Block[] {
  const blocks: Block[] = [];
  let last: Block | undefined;
  for (const { line, info, text } of fencesOf(markdown)) {
    if (info === 'text output' && last !== undefined) {
      blocks[blocks.length - 1] = { ...last, output: text.trimEnd().split('\n') };
    }
    last = undefined;
    if (!kinds.includes(info)) continue;
    last = { line, script: text, serves: info.endsWith('serve'), output: [] };
    blocks.push(last);
  }
  return blocks;
}

/** The promised line that did not come. Null if all came in order. */
export function missingLine(printed: string, promised: readonly string[]): string | null {
  const lines = printed.split('\n');
  let at = 0;
  for (const promise of promised) {
    const parts = promise.trim().split('…');
    while (at < lines.length && !holds(lines[at]!.trim(), parts)) at++;
    if (at === lines.length) return promise;
    at++;
  }
  return null;
}

function holds(line: string, parts: readonly string[]): boolean {
  let from = 0;
  for (const [index, part] of parts.entries()) {
    const found = index === 0 ? (line.startsWith(part) ? 0 : -1) : line.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return parts.at(-1) === '' || line.endsWith(parts.at(-1)!);
}

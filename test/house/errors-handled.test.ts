/**
 * Everything that can fail by itself is opened in one place of its kind, which listens to its errors from the start.
 */
import { expect, it } from 'vitest';
import { SOURCES, textOf } from './sources.ts';

interface Opening {
  readonly what: string;
  /** How it is written in code, whatever the names it was imported by. */
  readonly written: RegExp;
  /** Where it may be: the helper of its kind. */
  readonly helpers: readonly string[];
  /** What the helper must do right there. */
  readonly handles: RegExp;
}

const EXECUTORS = 'packages/server/src/executors/';
const LISTENS = /\.on(ce)?\('error'/;

const OPENINGS: readonly Opening[] = [
  {
    what: 'a child process',
    written:
      /import (?!type\b)\{[^}]*\b(?:spawn|fork|exec|execFile)\b[^}]*\} from '(?:node:)?child_process'|import [\w* ]+ from '(?:node:)?child_process'/,
    helpers: ['packages/runner/src/start-child.ts'],
    handles: LISTENS,
  },
  {
    what: 'a socket',
    written:
      /(?<![.\w])(?:net|tls)\.connect\(|createConnection\(|connect\(\{ host|new (?:net\.|tls\.)?(?:TLS)?Socket\(/,
    helpers: [`${EXECUTORS}ssh/socket.ts`, 'packages/runner/src/output-pipe.ts'],
    handles: LISTENS,
  },
  {
    what: 'a connection of an engine',
    written: /new (?:http|https)\.Agent\(|(?:http|https)\.(?:request|get)\(/,
    helpers: [`${EXECUTORS}docker/socket.ts`],
    handles: LISTENS,
  },
  {
    what: 'a client of an engine',
    written: /new Docker\(/,
    helpers: [`${EXECUTORS}docker/client.ts`],
    handles: /Agent\(/,
  },
  {
    what: 'an ssh client',
    written: /new (?:ssh2\.)?Client\(/,
    helpers: [`${EXECUTORS}ssh/client.ts`],
    handles: LISTENS,
  },
  { what: 'a WebSocket', written: /new WebSocket\(/, helpers: ['packages/agent/src/open-socket.ts'], handles: LISTENS },
  {
    what: 'a server',
    written: /(?<!\w)createServer\(|new WebSocketServer\(/,
    helpers: ['packages/cli/src/doctor/check-place.ts', 'packages/server/src/http/agent-routes.ts'],
    handles: LISTENS,
  },
];

/** Without comments, which may mention it. */
const codeOf = (file: string): string => textOf(file).replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

it('looks at the sources', () => {
  expect(SOURCES.length).toBeGreaterThan(300);
  for (const { what, written, helpers } of OPENINGS) {
    for (const helper of helpers) expect([what, written.test(codeOf(helper))]).toEqual([what, true]);
  }
});

it.each(OPENINGS)(
  '$what is opened by its helper alone, which listens to its errors',
  ({ written, helpers, handles }) => {
    // The page runs in a browser: what fails there ends nobody else's work.
    const elsewhere = SOURCES.filter((file) => !file.startsWith('packages/web/') && !helpers.includes(file));
    expect(elsewhere.filter((file) => written.test(codeOf(file)))).toEqual([]);
    for (const helper of helpers) expect([helper, handles.test(codeOf(helper))]).toEqual([helper, true]);
  },
);

it('knows the ways in which it is written', () => {
  const bare = [
    `const socket = net.connect(22, host);`,
    `tls.connect({ port })`,
    `net.createConnection(path)`,
    `import { spawn } from 'node:child_process';`,
    `import { type ChildProcess, execFile } from 'child_process';`,
    `import * as children from 'node:child_process';`,
    `new ssh2.Client()`,
    `new Client()`,
    `new Docker(options)`,
    `new WebSocket(url)`,
    `https.request(url)`,
  ];
  for (const line of bare) expect([line, OPENINGS.some(({ written }) => written.test(line))]).toEqual([line, true]);
  const handled = [
    `pattern.exec(text)`,
    `startChild('ls', [])`,
    `connection.exec(command)`,
    `import { execFileSync } from 'node:child_process';`,
  ];
  for (const line of handled) expect([line, OPENINGS.some(({ written }) => written.test(line))]).toEqual([line, false]);
});

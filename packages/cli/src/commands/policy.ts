/** `synapse policy …`: read, write, check and try the policy. */

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Explanation, PolicyReplay, PolicyText } from '@synapse/contract';
import type { Api } from '../api.ts';
import { readStdin } from '../ask.ts';
import { type Action, type Call, given, textOption } from '../call.ts';
import { CliError, EXIT, usageError } from '../cli-error.ts';
import { shellCommand } from '../shell-command.ts';
import { printable, type Terminal, table } from '../terminal.ts';
import { columns, tell } from '../words/tell.ts';

const pathOf = ({ options }: Call): string => (options.instance === true ? '/admin/policy' : '/synapse/policy');

export const showPolicy: Action = async (call) => {
  const policy = await call.api().call<PolicyText>('GET', pathOf(call));
  call.terminal.answer(policy, () => policy.text);
  if (policy.version === 0) call.terminal.say(tell('policy_none'));
};

export const editPolicy: Action = async (call) => {
  const { options, terminal } = call;
  const api = call.api();
  const path = pathOf(call);
  const { text, version } = await api.call<PolicyText>('GET', path);
  const put = (changed: string) => api.call<PolicyText>('PUT', path, { text: changed, version });
  const file = textOption(options.file);
  const stored = file === undefined ? await editUntilStored(call, text, put) : await put(await readText(file));
  terminal.answer(stored, () => tell('policy_in_force', { version: stored.version }));
};

/** A wrong text is shown what is wrong, and stays where it can be mended: nothing that was typed is lost. */
async function editUntilStored(
  { terminal }: Call,
  before: string,
  put: (text: string) => Promise<PolicyText>,
): Promise<PolicyText> {
  if (!terminal.interactive) throw usageError(tell('policy_no_terminal'));
  const draft = editText(terminal, 'synapse-policy', '.yaml', before);
  if (draft.text === before) {
    draft.discard();
    throw new CliError(tell('policy_unchanged'));
  }
  try {
    const stored = await put(draft.text);
    draft.discard();
    return stored;
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    throw new CliError(error.message, {
      code: error.code,
      exitCode: error.exitCode,
      hint: tell('policy_kept', { file: draft.file }),
    });
  }
}

export const checkPolicy: Action = async ({ args, terminal, api }) => {
  const problems = await problemsOf(api(), await readText(args[0]));
  terminal.answer({ valid: problems.length === 0, problems }, () =>
    problems.length === 0
      ? tell('policy_valid')
      : problems.map(({ field, problem }) => printable(`${args[0] ?? '-'}:${field} ${problem}`)).join('\n'),
  );
  return problems.length === 0 ? EXIT.ok : EXIT.failed;
};

/** Each with its line and column. */
async function problemsOf(api: Api, text: string): Promise<CliError['fields']> {
  try {
    await api.call('POST', '/synapse/policy/check', { text });
    return [];
  } catch (error) {
    if (error instanceof CliError && error.code === 'policy_invalid') return error.fields;
    throw error;
  }
}

export const replayPolicy: Action = async ({ args, options, terminal, api }) => {
  const text = await readText(args[0]);
  const body = { text, ...given({ days: options.days }) };
  const replay = await api().call<PolicyReplay>('POST', '/synapse/policy/replay', body);
  const { checked, changed, truncated } = replay;
  terminal.answer(replay, () =>
    changed.length === 0
      ? tell('policy_same', { checked })
      : table(
          columns('replay_head'),
          changed.map((one) => [one.created_at, one.machine, one.before, one.after, one.rule, one.command_template]),
        ),
  );
  if (changed.length > 0) terminal.say(tell('policy_different', { changed: changed.length, checked }));
  if (truncated) terminal.say(tell('policy_more'));
};

async function readText(file: string | undefined): Promise<string> {
  return file === undefined || file === '-' ? readStdin() : readFileSync(file, 'utf8');
}

/** Lets a person change a text in their own editor. */
interface Draft {
  readonly file: string;
  readonly text: string;
  discard(): void;
}

/** The draft stays until it is discarded: what was typed is not lost when it cannot be stored. */
function editText({ env }: Pick<Terminal, 'env'>, name: string, ending: string, text: string): Draft {
  const file = join(mkdtempSync(join(tmpdir(), `${name}-`)), `${name}${ending}`);
  writeFileSync(file, text, { mode: 0o600 });
  const editor = env.VISUAL || env.EDITOR || 'vi';
  // An editor may come with arguments: a shell takes them apart, and the file is an argument of its own.
  const { status, error } = spawnSync('sh', ['-c', `${editor} "$1"`, 'sh', file], { stdio: 'inherit' });
  if (error !== undefined) throw error;
  const code = status ?? 1;
  const discard = () => rmSync(dirname(file), { recursive: true, force: true });
  if (code !== 0) {
    throw new CliError(tell('editor_failed', { code }), {
      hint: tell('editor_kept', { file }),
    });
  }
  return { file, text: readFileSync(file, 'utf8'), discard };
}

/** `synapse explain`: what the policy says of a command, without running it. */
export const explain: Action = async ({ args, options, terminal, api }) => {
  const [machine, ...words] = args;
  const explanation = await api().call<Explanation>('POST', '/synapse/explain', {
    ...given({ container: textOption(options.container), cwd: textOption(options.cwd) }),
    machine,
    command: shellCommand(words),
  });
  terminal.answer(explanation, () => inWords(explanation, terminal));
};

function inWords({ verdict, rule, preset, parts, secrets, enforced }: Explanation, terminal: Terminal): string {
  const lines = parts.map((part) => {
    const rulePart = part.rule === null ? '' : ` (${printable(part.rule)})`;
    const head = `  ${coloured(part.verdict, terminal)}${rulePart}  ${printable(part.text)}`;
    return `${head}\n    ${part.effects.join(', ')}: ${printable(part.why)}`;
  });
  const used = secrets.length === 0 ? [] : [tell('explain_secrets', { names: secrets.join(', ') })];
  const shown = coloured(verdict, terminal);
  const decided =
    rule === null
      ? tell('explain_by_preset', { verdict: shown, preset })
      : tell('explain_by_rule', { verdict: shown, rule: printable(rule) });
  const inside = enforced ? [`  ${tell('explain_enforced', { sandbox: enforced })}`] : [];
  return [decided, ...inside, ...lines, ...used].join('\n');
}

function coloured(verdict: Explanation['verdict'], { green, yellow, red }: Terminal): string {
  return { allow: green, ask: yellow, deny: red }[verdict](verdict);
}

/** `synapse explain`: what the policy says of a command, without running it. */
import type { Explanation } from '@synapse/contract';
import { type Action, given, textOption } from '../call.ts';
import { shellCommand } from '../shell-command.ts';
import { printable, type Terminal } from '../terminal.ts';
import { tell } from '../words/tell.ts';

export const explain: Action = async ({ args, options, terminal, api }) => {
  const [machine, ...words] = args;
  const explanation = await api().call<Explanation>('POST', '/synapse/explain', {
    ...given({ container: textOption(options.container), cwd: textOption(options.cwd) }),
    machine,
    command: shellCommand(words),
  });
  terminal.answer(explanation, () => inWords(explanation, terminal));
  return undefined;
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
  // An older service does not say.
  const inside = enforced ? [`  ${tell('explain_enforced', { sandbox: enforced })}`] : [];
  return [decided, ...inside, ...lines, ...used].join('\n');
}

function coloured(verdict: Explanation['verdict'], { green, yellow, red }: Terminal): string {
  return { allow: green, ask: yellow, deny: red }[verdict](verdict);
}

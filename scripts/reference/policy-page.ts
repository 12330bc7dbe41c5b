/** The reference page of policies, from the words that their reader knows. */
import {
  CONDITION_WORDS,
  type Effect,
  POLICY_LIMITS,
  POLICY_WORDS,
  type Preset,
  RULE_WORDS,
} from '../../packages/contract/src/index.ts';
import { tableOf } from './markdown.ts';

const PRESET_WORDS: Readonly<Record<Preset, string>> = {
  open: 'Allows everything.',
  careful:
    'Allows what only reads and runs it in [a sandbox](../guides/look.md), denies a catastrophe, asks for everything else. What asks a service, or shows the network, mounts or users of the machine, runs outside, in exact forms alone.',
  look: 'Allows what only reads, and runs it in a sandbox that keeps it to reading; denies everything else.',
  closed: 'Denies everything.',
};

const EFFECT_WORDS: Readonly<Record<Effect, string>> = {
  read: 'Reads, and changes nothing.',
  change: 'Writes, removes, starts or stops something.',
  network: 'Sends something to another address, or fetches it from there.',
  privileged: 'Acts with the rights of another user, mostly of root.',
  sensitive: 'Touches private keys, password files, credentials, `.env` files or the environment of processes.',
  catastrophe: 'Cannot be undone, or takes the machine down: `rm -rf /`, `mkfs`, a fork bomb, `reboot`.',
  opaque: 'Nobody can tell before it runs.',
};

const words = (of: Readonly<Record<string, string>>): string[] =>
  tableOf(
    ['Word', 'Meaning'],
    Object.entries(of).map(([word, meaning]) => [`\`${word}\``, meaning]),
  );

const { bytes, rules, machines, valuesPerList, valueChars, nameChars } = POLICY_LIMITS;

export function policyPage(): string {
  return [
    '# Policy',
    '',
    'One YAML text per user, about that user’s machines, and one of the instance, which an administrator writes. Each is asked by itself and the stricter answer counts, so the instance’s can only make a user’s stricter. Without either nothing is judged. [Letting an assistant near production](../guides/production.md) shows how to come to one.',
    '',
    '```yaml',
    'version: 1',
    'default: open                 # for machines that nothing below names',
    'machines:',
    '  "prod-*": careful           # slug, glob or tag:name; the most specific wins',
    'rules:',
    '  - name: deploys need me',
    '    when: { machine: "prod-*", program: [docker, kubectl], effect: change }',
    '    then: ask',
    '  - name: the key stays at home',
    '    when: { secret: STRIPE_KEY, not_machine: billing }',
    '    then: deny',
    '  - name: caches may go',
    '    when: { machine: "prod-*", program: rm, path: "/var/cache/**" }',
    '    then: allow',
    '```',
    '',
    ...words(POLICY_WORDS),
    '',
    'A slug is more specific than a glob, a glob that says more characters outright more than one that says fewer, any of them more than a tag; of two that are equally specific the stricter preset counts.',
    '',
    '## Presets',
    '',
    ...words(PRESET_WORDS),
    '',
    'Where no sandbox works on a machine, what `look` allows is refused with `look_unavailable`, and never run without one ([looking](../guides/look.md)).',
    '',
    '## Effects',
    '',
    'Every simple command that would run is judged by itself: in pipes, lists, loops, functions, substitutions, and behind programs that run others. It may have any number of effects.',
    '',
    ...words(EFFECT_WORDS),
    '',
    '## Rules',
    '',
    ...words(RULE_WORDS),
    '',
    '`when` may hold, each with one value or a list of which one is enough:',
    '',
    ...words(CONDITION_WORDS),
    '',
    '## Who wins',
    '',
    '1. The verdict of a command is that of its worst part: deny before ask before allow.',
    '2. Of the rules that match a part, the strictest counts, in whatever order they stand.',
    '3. A rule that allows lifts what `careful` would ask for, in the parts that it matches alone. `opaque` and `catastrophe` are lifted by a rule that names that effect, and by no other. What `look` and `closed` deny is lifted by none.',
    '4. What cannot be parsed, or is read differently by sh and bash, is `opaque`; of what cannot be parsed, every rule that asks or denies matches the rest. An error while judging is a refusal (`policy_error`).',
    '',
    'A path of a rule that asks or denies also matches a folder above it that is changed or gone through, the folder whose content it names (`/etc` for `/etc/**`), a path that the shell has yet to fill (`/etc/sha*`), and any word of a command that may mean such a path.',
    '',
    '## Bounds',
    '',
    `At most ${bytes / 1024} KiB, ${rules} rules, ${machines} machines, ${valuesPerList} values in a list, ${valueChars} characters in a value and ${nameChars} in a name. Unknown words, keys that come twice, YAML aliases and tags are refused, with line, column and the nearest known word; the policy that was in force then stays. The last 100 texts are kept in the database with who wrote them, and each change is an entry of its author’s audit log, on the machine \`-\`.`,
    '',
    'Only people who are signed in read and write a policy: no tool does, and no AI token. What it says of one command is no secret: `synapse_explain`, `POST /synapse/explain` and `synapse explain` tell it, without running anything.',
    '',
  ].join('\n');
}

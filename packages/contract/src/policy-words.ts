/** Every word that a policy may hold, with what it means: the reader of policies and the reference page go by it. */

/** What a command does, any number of them. */
export const EFFECTS = ['read', 'change', 'network', 'privileged', 'sensitive', 'catastrophe', 'opaque'] as const;
export type Effect = (typeof EFFECTS)[number];

/** From the mildest to the strictest. */
export const VERDICTS = ['allow', 'ask', 'deny'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Who decides about a command that a rule asks about; from the mildest to the strictest. */
export const DECIDERS = ['self', 'other', 'keeper'] as const;
export type Decider = (typeof DECIDERS)[number];

export const PRESETS = ['open', 'careful', 'look', 'closed'] as const;
export type Preset = (typeof PRESETS)[number];

/** How large a policy may be. */
export const POLICY_LIMITS = {
  bytes: 32 * 1024,
  rules: 200,
  machines: 200,
  nameChars: 100,
  valueChars: 256,
  valuesPerList: 100,
  /** In all lists together. */
  globs: 500,
  replayDays: { max: 90, default: 7 },
} as const;

export const POLICY_WORDS = {
  version: 'The version of this format: 1.',
  default: 'The preset for machines that nothing under `machines` names; without it `open`.',
  machines: 'A slug, a glob or `tag:name`, and the preset for the machines that it names. The most specific wins.',
  rules: 'A list of rules. Their order means nothing: of those that match, the strictest counts.',
} as const;

export const RULE_WORDS = {
  name: 'What the rule is called in answers and in the log. Without one: `rule` and its number.',
  when: 'What it is about. All conditions that are given must match; without any, it matches everything.',
  // biome-ignore lint/suspicious/noThenProperty: a word of the format, in a table that nobody awaits.
  then: '`allow`, `ask` or `deny`.',
  ask: 'Beside `then: ask`, who decides. `self`, as without it: the person who gave the order. `client`: the same, and a client that can show a question may be asked, too, not only the person’s own page. In the policy of a crew also `other`: any operator but the person who gave the order; `keeper`: a keeper or owner but the person who gave the order.',
  approvals: '`1` or `2`, beside `then: ask` in the policy of a crew: how many different people have to approve.',
  reveal:
    '`true`, beside `then: allow`: outputs and files that it matches are shown with the private data in them, which is otherwise hidden by its shape. Every part of a command must match such a rule.',
} as const;

export const CONDITION_WORDS = {
  machine: 'The machine: slug, glob or `tag:name`.',
  not_machine: 'Any machine but these: slug, glob or `tag:name`.',
  container: 'The container that the command runs in (glob). What runs on the host itself is in none.',
  program:
    'The program that would run, without its folder (glob); to ask or deny, also any word of one that is opaque.',
  effect: 'One of the effects that the program would have.',
  path: 'A file or folder that it reads or writes (glob: `*` stays within a folder, `**` does not), after `cd`, `..` and the working directory are resolved. To be allowed, all of its paths must match.',
  secret: 'The name of a secret that reaches it (glob). To be allowed, all of its secrets must match.',
  token: 'The label of the AI token that gave the order (glob).',
  source: 'From where the order came: `mcp`, `rest`, `app` or `cli`.',
  hours:
    'When: `mon-fri 08:00-18:00 Europe/Paris`. Days and zone may be left out: every day, UTC. A span over midnight belongs to the day that it begins on.',
} as const;

export type Condition = keyof typeof CONDITION_WORDS;

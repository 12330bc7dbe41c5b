/** What may be typed next in a policy: its words, and the names of machines, tags, programs, secrets and tokens. */
import { CONDITION_WORDS, EFFECTS, POLICY_WORDS, PRESETS, RULE_WORDS, VERDICTS } from '@synapse/contract/policy-words';
import type { Offer } from '../code/code-editor.tsx';

/** What this person has. */
export interface PolicyNames {
  readonly machines: readonly string[];
  readonly tags: readonly string[];
  readonly containers: readonly string[];
  readonly programs: readonly string[];
  readonly secrets: readonly string[];
  readonly tokens: readonly string[];
}

/** A few words about each word of the format, by the word. */
export type PolicyHelp = Readonly<Record<string, string>>;

export interface Completion {
  readonly from: number;
  readonly offers: readonly Offer[];
}

/** `key: value`, or `key: [one, value`, at the end of a line. */
const VALUE = /([a-z_]+):[ \t]*(?:\[(?:[^\][]*,)?[ \t]*)?["']?([^\s"',[\]{}]*)$/;
/** The beginning of a key: at the start of a line, of an item, or of a map in braces. */
const KEY = /(?:^[ \t]*(?:-[ \t]+)?|[{,][ \t]*)["']?([\w*:.-]*)$/;
/** An item of a list that stands below its key. */
const ITEM = /^[ \t]*-[ \t]+["']?([^\s"':,[\]{}]*)$/;

export function completePolicy(before: string, names: PolicyNames, help: PolicyHelp): Completion | null {
  const lines = before.split('\n');
  const line = lines.at(-1) ?? '';
  if (line.includes('#')) return null;
  const section = sectionOf(lines);
  const at = (typed: string, offers: readonly Offer[]): Completion => {
    const from = before.length - typed.length;
    const quote = /["']/.exec(before[from - 1] ?? '')?.[0];
    return { from, offers: quote === undefined ? offers : offers.map((offer) => afterQuote(offer, quote)) };
  };
  const words = (list: readonly string[]): Offer[] => list.map((label) => withHelp(label, help));
  const keys = (list: readonly string[]): Offer[] =>
    list.map((label) => ({ ...withHelp(label, help), apply: `${label}: ` }));

  const item = ITEM.exec(line);
  const listed = item === null ? null : keyAbove(lines);
  if (item !== null && listed !== null && listed in CONDITION_WORDS) {
    return at(item[1] ?? '', valuesOf(listed, names, words));
  }

  if (section === 'machines') {
    const preset = /:[ \t]+(\w*)$/.exec(line);
    if (preset !== null) return at(preset[1] ?? '', words(PRESETS));
    const name = /^[ \t]+["']?([^\s"']*)$/.exec(line);
    if (name !== null) return at(name[1] ?? '', machineNames(names));
  }

  const value = VALUE.exec(line);
  if (value !== null) return at(value[2] ?? '', valuesOf(value[1] ?? '', names, words));

  const key = KEY.exec(line);
  if (key === null) return null;
  const typed = key[1] ?? '';
  if (section !== 'rules' || !/^[ \t]/.test(line)) {
    if (/^[ \t]/.test(line)) return null;
    const taken = new Set(lines.flatMap((each) => /^([a-z]+):/.exec(each)?.[1] ?? []));
    return at(typed, keys(Object.keys(POLICY_WORDS).filter((word) => !taken.has(word))));
  }
  return at(typed, keys(Object.keys(inWhen(lines) ? CONDITION_WORDS : RULE_WORDS)));
}

/** The quote before it is typed already. */
function afterQuote(offer: Offer, quote: string): Offer {
  const end = offer.apply?.endsWith(': ') === true ? ': ' : '';
  return { ...offer, apply: `${offer.label}${quote}${end}` };
}

const withHelp = (label: string, help: PolicyHelp): Offer => {
  const detail = help[label];
  return detail === undefined ? { label } : { label, detail };
};

/** The word at the edge that the last line belongs to. */
const sectionOf = (lines: readonly string[]): string =>
  lines.findLast((line) => /^[a-z]+:/.test(line))?.match(/^[a-z]+/)?.[0] ?? '';

const indentOf = (line: string): number => line.length - line.trimStart().length;

/** The key whose list or map the last line stands in. */
function keyAbove(lines: readonly string[]): string | null {
  const indent = indentOf(lines.at(-1) ?? '');
  const above = lines
    .slice(0, -1)
    .findLast((line) => line.trim() !== '' && (indentOf(line) < indent || /:[ \t]*$/.test(line)));
  return /([a-z_]+):[ \t]*$/.exec(above ?? '')?.[1] ?? null;
}

/** In the braces after `when:`, or in the lines below it. */
function inWhen(lines: readonly string[]): boolean {
  const line = lines.at(-1) ?? '';
  return /when:[ \t]*\{[^}]*$/.test(line) || keyAbove(lines) === 'when' || besideCondition(lines);
}

/** On the same level as a condition above it. */
function besideCondition(lines: readonly string[]): boolean {
  const indent = indentOf(lines.at(-1) ?? '');
  const sibling = lines.slice(0, -1).findLast((line) => line.trim() !== '' && indentOf(line) === indent);
  const key = /^[ \t]+([a-z_]+):/.exec(sibling ?? '')?.[1];
  return key !== undefined && key in CONDITION_WORDS;
}

/** `tag:web` and globs must be in quotes, where they are keys; as values they may be. */
const machineNames = ({ machines, tags }: PolicyNames): Offer[] => [
  ...machines.map((label) => ({ label, apply: `${label}: ` })),
  ...tags.map((tag) => ({ label: `tag:${tag}`, apply: `"tag:${tag}": ` })),
];

function valuesOf(key: string, names: PolicyNames, words: (list: readonly string[]) => Offer[]): readonly Offer[] {
  const plain = (list: readonly string[]): Offer[] => list.map((label) => ({ label }));
  const quoted = (list: readonly string[]): Offer[] => list.map((label) => ({ label, apply: `"${label}"` }));
  switch (key) {
    case 'version':
      return plain(['1']);
    case 'default':
      return words(PRESETS);
    case 'then':
      return words(VERDICTS);
    case 'ask':
      return words(['client']);
    case 'reveal':
      return words(['true']);
    case 'machine':
    case 'not_machine':
      return [...plain(names.machines), ...quoted(names.tags.map((tag) => `tag:${tag}`))];
    case 'container':
      return plain(names.containers);
    case 'program':
      return plain(names.programs);
    case 'effect':
      return words(EFFECTS);
    case 'secret':
      return plain(names.secrets);
    case 'token':
      return quoted(names.tokens);
    case 'source':
      return words(['mcp', 'rest', 'app', 'cli']);
    default:
      return [];
  }
}

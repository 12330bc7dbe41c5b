/** From the text of a policy to what it says. Whatever is not understood is refused, with its place: nothing is guessed. */
import {
  because,
  CONDITION_WORDS,
  type Condition,
  DECIDERS,
  EFFECTS,
  POLICY_LIMITS,
  POLICY_WORDS,
  PRESETS,
  type Preset,
  RULE_WORDS,
  SOURCES,
  VERDICTS,
  type Verdict,
} from '@synapse/contract';
import { readHours } from './hours.ts';
import { NO_POLICY, type Policy, type Rule } from './policy.ts';
import { Problems, shortened } from './policy-problems.ts';
import { type Node, readYaml } from './read-yaml.ts';

const LIMITS = POLICY_LIMITS;
const words = <T extends string>(of: Readonly<Record<T, string>>): T[] => Object.keys(of) as T[];

/** `ofCrew`: it may leave decisions to others. Throws policy_invalid. */
export async function readPolicy(text: string, { ofCrew } = { ofCrew: true }): Promise<Policy> {
  const problems = new Problems();
  if (Buffer.byteLength(text) > LIMITS.bytes) {
    problems.note({ line: 1, column: 1 }, because('policy_too_large', { kib: LIMITS.bytes / 1024 }));
    problems.throwAny();
  }
  const root = await readYaml(text, problems);
  const policy = root === null ? NO_POLICY : new Reader(problems, ofCrew).policy(root);
  problems.throwAny();
  return policy;
}

class Reader {
  readonly #problems: Problems;

  readonly #ofCrew: boolean;

  constructor(problems: Problems, ofCrew: boolean) {
    this.#problems = problems;
    this.#ofCrew = ofCrew;
  }

  policy(root: Node): Policy {
    const { version, default: fallback, machines, rules } = this.#fields(root, words(POLICY_WORDS));
    if (version !== undefined && version.text !== '1') this.#problems.note(version, because('policy_version'));
    return {
      fallback: fallback === undefined ? 'open' : this.#preset(fallback),
      machines: machines === undefined ? [] : this.#machines(machines),
      rules: rules === undefined ? [] : this.#rules(rules),
    };
  }

  #machines(node: Node): Policy['machines'] {
    const entries = this.#entries(node);
    if (entries.length > LIMITS.machines)
      this.#problems.note(node, because('policy_too_many', { max: LIMITS.machines }));
    return entries.map(([key, value]) => {
      this.#checkValue(key, 'machine');
      return { key: key.text ?? '', preset: this.#preset(value) };
    });
  }

  #rules(node: Node): Rule[] {
    const items = node.items;
    if (items === undefined) {
      this.#problems.note(node, because('policy_list'));
      return [];
    }
    if (items.length > LIMITS.rules) {
      this.#problems.note(node, because('policy_too_many', { max: LIMITS.rules }));
      return [];
    }
    const taken = new Set<string>();
    const rules = items.map((item, index) => {
      const rule = this.#rule(item, index + 1);
      if (taken.has(rule.name)) this.#problems.note(item, because('policy_same_name', { name: shortened(rule.name) }));
      taken.add(rule.name);
      return rule;
    });
    const globs = rules.reduce((sum, { when }) => sum + Object.values(when).flat().length, 0);
    if (globs > LIMITS.globs) this.#problems.note(node, because('policy_too_many_globs', { max: LIMITS.globs }));
    return rules;
  }

  #rule(node: Node, number: number): Rule {
    const { name, when, then, ask, approvals, reveal } = this.#fields(node, words(RULE_WORDS));
    if (name !== undefined) this.#checkName(name);
    if (then === undefined) this.#problems.note(node, because('policy_no_then'));
    const verdict = then === undefined ? 'deny' : this.#oneOf<Verdict>(then, VERDICTS);
    const asked = ask === undefined ? 'self' : this.#oneOf(ask, ['client', ...DECIDERS]);
    const needed = approvals === undefined ? '1' : this.#oneOf(approvals, ['1', '2']);
    for (const word of [ask, approvals]) {
      if (word !== undefined && verdict !== 'ask') this.#problems.note(word, because('policy_ask_alone'));
    }
    const isSecond = asked === 'other' || asked === 'keeper' || needed === '2';
    if (isSecond && !this.#ofCrew) this.#problems.note(ask ?? approvals ?? node, because('policy_ask_crew'));
    if (reveal !== undefined && this.#oneOf(reveal, ['true', 'false']) === 'true' && verdict !== 'allow') {
      this.#problems.note(reveal, because('policy_reveal_alone'));
    }
    return {
      name: name?.text ?? `rule ${number}`,
      when: when === undefined ? {} : this.#when(when),
      verdict,
      askClient: asked === 'client',
      ...(asked !== 'client' && asked !== 'self' && { decider: asked }),
      ...(needed === '2' && { approvals: 2 }),
      reveal: reveal?.text === 'true',
    };
  }

  #when(node: Node): Rule['when'] {
    const fields = this.#fields(node, words(CONDITION_WORDS));
    const when: Partial<Record<Condition, readonly string[]>> = {};
    for (const condition of words(CONDITION_WORDS)) {
      const value = fields[condition];
      if (value !== undefined) when[condition] = this.#values(value, condition);
    }
    return when;
  }

  /** One value, or a list of which one is enough. */
  #values(node: Node, condition: Condition): string[] {
    const nodes = node.items ?? [node];
    if (nodes.length === 0) this.#problems.note(node, because('policy_empty_list'));
    if (nodes.length > LIMITS.valuesPerList) {
      this.#problems.note(node, because('policy_too_many', { max: LIMITS.valuesPerList }));
      return [];
    }
    for (const each of nodes) this.#checkValue(each, condition);
    return nodes.map(({ text }) => text ?? '');
  }

  #checkValue(node: Node, condition: Condition): void {
    const { text } = node;
    if (text === undefined || text === '') this.#problems.note(node, because('policy_word'));
    else if (text.length > LIMITS.valueChars)
      this.#problems.note(node, because('policy_long', { max: LIMITS.valueChars }));
    else if (condition === 'effect') this.#oneOf(node, EFFECTS);
    else if (condition === 'source') this.#oneOf(node, SOURCES);
    else if (condition === 'hours' && readHours(text) === null) this.#problems.note(node, because('policy_hours'));
    else if (condition === 'path' && !/^[/*]/.test(text)) this.#problems.note(node, because('policy_path'));
  }

  #checkName(node: Node): void {
    const { text } = node;
    if (text === undefined || text.trim() === '') this.#problems.note(node, because('policy_word'));
    else if (text.length > LIMITS.nameChars)
      this.#problems.note(node, because('policy_long', { max: LIMITS.nameChars }));
  }

  #preset(node: Node): Preset {
    return this.#oneOf<Preset>(node, PRESETS);
  }

  #oneOf<T extends string>(node: Node, known: readonly T[]): T {
    const found = known.find((word) => word === node.text);
    if (found !== undefined) return found;
    if (node.text === undefined) this.#problems.note(node, because('policy_word'));
    else this.#problems.unknown(node, node.text, known);
    return known[0]!;
  }

  #fields<K extends string>(node: Node, known: readonly K[]): Partial<Record<K, Node>> {
    const fields: Partial<Record<K, Node>> = {};
    for (const [key, value] of this.#entries(node)) {
      const field = known.find((word) => word === key.text);
      if (field === undefined) this.#problems.unknown(key, key.text ?? '', known);
      else fields[field] = value;
    }
    return fields;
  }

  #entries(node: Node): readonly (readonly [Node, Node])[] {
    if (node.entries === undefined) this.#problems.note(node, because('policy_mapping'));
    return node.entries ?? [];
  }
}

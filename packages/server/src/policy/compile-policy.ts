/** A policy made ready to be asked: which preset a machine has, and which rules match a part of a command. Pure. */
import {
  bothNames,
  type Decider,
  type Effect,
  PRESETS,
  type Preset,
  type Source,
  type Verdict,
} from '@synapse/contract';
import type { JudgedPart } from '@synapse/judge';
import { globMatcher, literalChars, type Matches, type Path, pathMatcher, reachMatcher, readPath } from './glob.ts';
import { isWithin, readHours } from './hours.ts';
import { NO_POLICY, type Policy, type Rule } from './policy.ts';

/** Where, by whom and when a command would run. */
export interface Circumstances {
  readonly machine: {
    readonly slug: string;
    readonly tags: readonly string[];
    /** Whether a person has given or confirmed where it leads. */
    readonly confirmed: boolean;
    /** The crew that it belongs to, as the author of the policy calls it. Null: their own. */
    readonly crew?: string | null;
    /** In the policy of its own crew: that may be named, too. */
    readonly home?: string;
  };
  readonly container: string | null;
  readonly source: Source;
  readonly tokenLabel: string | null;
  readonly at: number;
  /** There is no sandbox: what would have been kept to reading by one is not. */
  readonly unconfined?: boolean;
}

export interface CompiledRule {
  readonly name: string;
  readonly verdict: Verdict;
  readonly askClient: boolean;
  readonly decider: Decider;
  readonly approvals: number;
  /** Private data may be shown in what it matches. */
  readonly reveal: boolean;
  /** Whether it names that effect, so that it may lift what only such a rule lifts. */
  names(effect: Effect): boolean;
  /** Whether it can match here at all. */
  holds(circumstances: Circumstances): boolean;
  matches(part: JudgedPart): boolean;
  /** How much there is to compare a part with: the characters of its globs. */
  readonly weight: number;
}

export interface CompiledPolicy {
  /** The crew whose policy it is: there its machines need no prefix. */
  readonly crew?: string;
  /** As it was typed, for a helper process to read again. */
  readonly text: string;
  /** False for a text that says nothing. */
  readonly says: boolean;
  /** False for an empty text, which is no policy at all. */
  readonly written: boolean;
  presetOf(machine: Circumstances['machine']): Preset;
  /** Whether anything in it depends on that tag, or on that slug. A glob that is every slug names none. */
  namesTag(tag: string): boolean;
  namesSlug(slug: string): boolean;
  readonly rules: readonly CompiledRule[];
}

export function compilePolicy(policy: Policy, text = ''): CompiledPolicy {
  const [tags, slugs] = [tagMatchers(policy), slugMatchers(policy)];
  const keys = policy.machines.map(({ key, preset }) => ({ ...machineKey(key), preset }));
  return {
    text,
    says: policy.fallback !== 'open' || policy.machines.length > 0 || policy.rules.length > 0,
    written: policy !== NO_POLICY,
    presetOf: (machine) => {
      if (!machine.confirmed) return 'closed';
      const named = keys.filter(({ matches }) => matches(machine));
      const rank = Math.max(...named.map((key) => key.rank));
      // Of two that are as specific as each other, the stricter.
      const presets = named.filter((key) => key.rank === rank).map(({ preset }) => preset);
      return presets.length === 0 ? policy.fallback : strictest(presets);
    },
    namesTag: (tag) => tags.some((matches) => matches(tag)),
    namesSlug: (slug) => slugs.some((matches) => matches(slug)),
    rules: policy.rules.map(compileRule),
  };
}

const strictest = (presets: readonly Preset[]): Preset =>
  presets.reduce((one, other) => (PRESETS.indexOf(other) > PRESETS.indexOf(one) ? other : one));

/** As the policy of a crew sees its own machines; any other policy sees them under the name of the crew. */
export function seenFrom<Here extends Pick<Circumstances, 'machine'>>({ crew }: CompiledPolicy, here: Here): Here {
  return crew !== undefined && here.machine.crew === crew
    ? { ...here, machine: { ...here.machine, crew: null, home: crew } }
    : here;
}

type Named = Pick<Circumstances['machine'], 'slug' | 'tags' | 'crew' | 'home'>;

interface MachineKey {
  readonly matches: (machine: Named) => boolean;
  readonly rank: number;
}

const TAG = 'tag:';

/** Wherever a policy names machines, without their crews. */
function namedMachines({ machines, rules }: Policy): string[] {
  const named = rules.flatMap(({ when }) => [...(when.machine ?? []), ...(when.not_machine ?? [])]);
  return [...machines.map(({ key }) => key), ...named].map((key) => readKey(key).name);
}

/** `ops/web1`: the crew and what is named in it. A `*` never crosses the `/`. */
function readKey(key: string): { readonly crew: string | null; readonly name: string } {
  const at = key.indexOf('/');
  return at < 0 ? { crew: null, name: key } : { crew: key.slice(0, at), name: key.slice(at + 1) };
}

function tagMatchers(policy: Policy): Matches[] {
  return namedMachines(policy)
    .filter((key) => key.startsWith(TAG))
    .map((key) => globMatcher(key.slice(TAG.length)));
}

function slugMatchers(policy: Policy): Matches[] {
  return namedMachines(policy)
    .filter((key) => !key.startsWith(TAG) && literalChars(key) > 0)
    .map(globMatcher);
}

/** No glob has as many characters. */
const EXACT = 1_000;

/** A slug before a glob, a glob that says more before one that says less, any of them before a tag. */
export function machineKey(key: string): MachineKey {
  const { crew, name } = readKey(key);
  const crews = crew === null ? null : globMatcher(crew);
  const isThere = ({ crew: of = null, home }: Named): boolean => {
    if (crews === null) return of === null;
    const named = of ?? home;
    return named !== undefined && crews(named);
  };
  const tag = name.startsWith(TAG) ? globMatcher(name.slice(TAG.length)) : null;
  if (tag !== null) return { matches: (machine) => isThere(machine) && machine.tags.some(tag), rank: -1 };
  const slug = globMatcher(name);
  return {
    matches: (machine) => isThere(machine) && slug(machine.slug),
    rank: /[*?]/.test(key) ? literalChars(key) : EXACT,
  };
}

/** It is unknown what the program does with its words. Most programs of that kind start one of them. */
const wordsOf = ({ effects, text }: JudgedPart): string[] =>
  effects.includes('opaque') ? (text.match(/[\w.+-]+/g) ?? []) : [];

function compileRule({ name, when, verdict, askClient, decider = 'self', approvals = 1, reveal }: Rule): CompiledRule {
  const machines = when.machine?.map(machineKey);
  const others = when.not_machine?.map(machineKey);
  const container = anyOf(when.container);
  const token = anyOf(when.token);
  const hours = when.hours?.map((text) => readHours(text)!);
  const program = anyOf(when.program);
  const mayStart = (part: JudgedPart): boolean => verdict !== 'allow' && wordsOf(part).some(program!);
  const path = when.path === undefined ? null : pathCondition(when.path, verdict);
  const secret = when.secret === undefined ? null : manyOf(when.secret.map(globMatcher), verdict);
  return {
    name,
    verdict,
    askClient,
    decider,
    approvals,
    reveal,
    names: (effect) => when.effect?.includes(effect) ?? false,
    holds: (here) =>
      (machines === undefined || machines.some(({ matches }) => matches(here.machine))) &&
      !(others?.some(({ matches }) => matches(here.machine)) ?? false) &&
      (container === null || (here.container !== null && container(here.container))) &&
      (token === null || (here.tokenLabel !== null && token(here.tokenLabel))) &&
      (when.source?.includes(here.source) ?? true) &&
      (hours?.some((span) => isWithin(span, here.at)) ?? true),
    weight: [when.program, when.path, when.secret].flatMap((globs) => globs ?? []).join('').length,
    // What was not judged may be what has to be held back.
    matches: (part) =>
      (part.unlooked === true && verdict !== 'allow') ||
      ((program === null || (part.program !== null && (program(part.program) || mayStart(part)))) &&
        (when.effect?.some((effect) => part.effects.includes(effect as Effect)) ?? true) &&
        (path?.(part) ?? true) &&
        (secret?.(part.secrets) ?? true)),
  };
}

function anyOf(patterns: readonly string[] | undefined): Matches | null {
  const matchers = patterns?.map(globMatcher);
  return matchers === undefined ? null : (text) => matchers.some((matches) => matches(text));
}

/** What is let through must be covered whole; to hold something back, one of them is enough. */
function manyOf(matchers: readonly Matches[], verdict: Verdict): (texts: readonly string[]) => boolean {
  const one: Matches = (text) => matchers.some((matches) => matches(text));
  return verdict === 'allow' ? (texts) => texts.length > 0 && texts.every(one) : (texts) => texts.some(one);
}

function pathCondition(patterns: readonly string[], verdict: Verdict): (part: JudgedPart) => boolean {
  if (verdict === 'allow') {
    const matchers = patterns.map(pathMatcher);
    return (part) => part.paths.length > 0 && pathsOf(part).every((path) => matchers.some((matches) => matches(path)));
  }
  const reaches = patterns.flatMap(bothNames).map(reachMatcher);
  return (part) => {
    const changes = part.effects.includes('change');
    return (
      pathsOf(part).some((path) => reaches.some((may) => may(path, changes))) ||
      (part.mentions?.map(readPath).some((path) => reaches.some((may) => may(path, false))) ?? false)
    );
  };
}

const taken = new WeakMap<JudgedPart, readonly Path[]>();

/** Taken apart once, for all rules. */
function pathsOf(part: JudgedPart): readonly Path[] {
  let paths = taken.get(part);
  if (paths === undefined) {
    paths = part.paths.map(readPath);
    taken.set(part, paths);
  }
  return paths;
}

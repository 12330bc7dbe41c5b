/** From what a command would do to what is done about it. Pure. */
import {
  because,
  DECIDERS,
  type Decider,
  type Effect,
  inLanguage,
  type Language,
  type Preset,
  VERDICTS,
  type Verdict,
  type Words,
} from '@synapse/contract';
import type { JudgedPart, Judgement } from '@synapse/judge';
import { type Circumstances, type CompiledPolicy, type CompiledRule, seenFrom } from './compile-policy.ts';

export interface DecidedPart {
  readonly text: string;
  readonly program: string | null;
  readonly effects: readonly Effect[];
  readonly verdict: Verdict;
  /** Null where the preset decided. */
  readonly rule: string | null;
  readonly why: Words;
}

/** What is done about a command, and why. */
export interface PolicyDecision {
  readonly verdict: Verdict;
  readonly rule: string | null;
  readonly preset: Preset;
  readonly effects: readonly Effect[];
  readonly parts: readonly DecidedPart[];
  /** The names of the secrets that it uses. */
  readonly secrets: readonly string[];
  /** The part that decided, by whom, and why. */
  readonly why: Words;
  /** It asks, every rule that asks lets the client be asked, too, and it does nothing that only a person may decide. */
  readonly askClient: boolean;
  /** It asks: who may decide, and how many of them have to approve. Nothing: the person who gave the order. */
  readonly decider?: Decider;
  readonly approvals?: number;
  /**
   * Runs in a sandbox: `look`, and nowhere else; `careful`, because the preset let it pass as a read, which the kernel
   * then makes sure of. Null: runs as any other.
   */
  readonly confine: 'look' | 'careful' | null;
  /** Its output may show private data: rules say so of all that it does. */
  readonly reveal: boolean;
}

const NEVER_IN_CLIENT: ReadonlySet<Effect> = new Set(['privileged', 'sensitive', 'catastrophe']);

interface Decision {
  readonly verdict: Verdict;
  readonly rule: CompiledRule | null;
  readonly preset: Preset;
  /** It reads, but not in a form of which that is sure without a sandbox. */
  readonly inexact?: boolean;
  /** It reads, and is handed a secret. */
  readonly handed?: boolean;
}

function isStricter(one: Verdict, other: Verdict): boolean {
  return VERDICTS.indexOf(one) > VERDICTS.indexOf(other);
}

/** How much there is to compare: what was judged with what the rules name, in characters of both. */
export function comparisons(policies: readonly CompiledPolicy[], { parts }: Judgement): number {
  const globs = policies.flatMap(({ rules }) => rules).reduce((sum, { weight }) => sum + weight, 0);
  const chars = parts.reduce(
    (sum, { text, program, effects, paths, mentions = [], secrets }) =>
      sum + lengthOf([effects.includes('opaque') ? text : (program ?? ''), ...paths, ...mentions, ...secrets]),
    0,
  );
  return globs * chars;
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, { length }) => sum + length, 0);

/** Of several policies each is asked by itself, and the strictest answer counts. The first is the user's own. */
export function decide(
  policies: readonly CompiledPolicy[],
  judgement: Judgement,
  here: Circumstances,
  secrets: readonly string[],
): PolicyDecision {
  const asked = policies.map((policy) => {
    const seen = seenFrom(policy, here);
    return { preset: policy.presetOf(seen.machine), rules: policy.rules, here: seen };
  });
  const everywhere = strayed(judgement, secrets);
  const wholes = judgement.parts.map((part) =>
    everywhere.length === 0 ? part : { ...part, secrets: [...part.secrets, ...everywhere] },
  );
  // What asks a service, or shows what a sandbox would hide, runs outside, and all that runs together with it.
  const reachesOut = here.unconfined === true || judgement.parts.some((part) => part.outside);
  const decisions = (isSure: (part: JudgedPart) => boolean) =>
    asked.map((policy) =>
      wholes.map((part) => {
        // No service is logged in to from a sandbox, so nothing there is handed a secret.
        const isHanded = part.secrets.length > 0 && !(reachesOut && part.logsIn === true);
        return decidePart(policy, part, isSure(part), isHanded);
      }),
    );
  const first = decisions(() => true);
  const isLifted = first.some((each) => each.some(({ verdict, rule }) => verdict === 'allow' && rule !== null));
  const outside = reachesOut || isLifted;
  const passes = first.every((each) => each.every(({ verdict }) => verdict === 'allow'));
  const isSure = (part: JudgedPart) => part.exact === true;
  const byPolicy = passes && outside ? decisions(isSure) : first;
  const decided = wholes.map((_, index) => byPolicy.map((each) => each[index]!).reduce(stricter));
  const worst = decided.reduce(stricter);
  const parts = wholes.map(({ text, program, effects, why }, index) => {
    const { verdict, rule } = decided[index]!;
    const reason = reasonToAsk(decided[index]!, here) ?? why;
    return { text, program, effects, verdict, why: reason, rule: rule?.name ?? null };
  });
  const allowed = worst.verdict === 'allow';
  const looks = allowed && asked.some(({ preset }) => preset === 'look');
  const kept = allowed && !outside && asked.some(({ preset }) => preset === 'careful');
  const asking = decided.filter(({ verdict }) => verdict === 'ask');
  // Of all policies: a milder one that asks, too, takes nothing back.
  const askedBy = byPolicy.flat().flatMap(({ verdict, rule }) => (verdict === 'ask' && rule !== null ? [rule] : []));
  const decider = DECIDERS[Math.max(0, ...askedBy.map((rule) => DECIDERS.indexOf(rule.decider)))]!;
  const approvals = Math.max(1, ...askedBy.map((rule) => rule.approvals));
  return {
    verdict: worst.verdict,
    rule: worst.rule?.name ?? null,
    preset: worst.preset,
    effects: judgement.effects,
    parts,
    secrets,
    why: reasonsOf(parts, decided, worst, here.machine),
    askClient:
      worst.verdict === 'ask' &&
      asking.every(({ rule }) => rule?.askClient ?? false) &&
      decider === 'self' &&
      approvals === 1 &&
      !judgement.effects.some((effect) => NEVER_IN_CLIENT.has(effect)),
    ...(worst.verdict === 'ask' && decider !== 'self' && { decider }),
    ...(worst.verdict === 'ask' && approvals > 1 && { approvals }),
    confine: looks ? 'look' : kept ? 'careful' : null,
    reveal:
      allowed &&
      wholes.every((part) => asked.some(({ rules, here: seen }) => rules.some((rule) => reveals(rule, part, seen)))),
  };
}

/** Why the preset asks about a read. */
function reasonToAsk({ inexact, handed }: Decision, { unconfined }: Circumstances): Words | null {
  if (handed) return because('policy_secret_read');
  return inexact ? because(unconfined ? 'policy_no_sandbox' : 'policy_inexact') : null;
}

const reveals = (rule: CompiledRule, part: JudgedPart, here: Circumstances): boolean =>
  rule.reveal && rule.matches(part) && rule.holds(here);

/** Of two that are equally strict the first stays; but a rule that was needed to allow it is reported. */
function stricter(one: Decision, other: Decision): Decision {
  if (one.verdict === other.verdict)
    return one.verdict === 'allow' && one.rule === null && other.rule !== null ? other : one;
  return isStricter(other.verdict, one.verdict) ? other : one;
}

/** Secrets of the command that no part is known to get: any of them may. */
function strayed({ parts, redirectedSecrets }: Judgement, secrets: readonly string[]): string[] {
  const placed = new Set(parts.flatMap((part) => part.secrets));
  return [...new Set([...redirectedSecrets, ...secrets.filter((name) => !placed.has(name))])];
}

function decidePart(
  {
    preset,
    rules,
    here,
  }: { readonly preset: Preset; readonly rules: readonly CompiledRule[]; readonly here: Circumstances },
  part: JudgedPart,
  isSure: boolean,
  isHanded: boolean,
): Decision {
  // Most rules are about other programs, which is known by comparing two names: where they hold is asked of the rest.
  const matching = rules.filter((rule) => rule.matches(part) && rule.holds(here));
  const first = (verdict: Verdict) => matching.find((rule) => rule.verdict === verdict) ?? null;
  const careful = preset === 'careful' && readsAlone(part.effects);
  const inexact = careful && !isSure;
  // A read can print a secret in another form, or show it to the person who is asked.
  const handed = careful && isHanded;
  const byPreset = inexact || handed ? 'ask' : presetVerdict(preset, part.effects);
  const [denies, asks] = [first('deny'), strictestAsk(matching)];
  if (denies !== null) return { verdict: 'deny', rule: denies, preset };
  const lifting = matching.find((rule) => lifts(rule, preset, part.effects)) ?? null;
  // What a preset denies stays denied, with any decider.
  if (byPreset === 'deny' && lifting === null) return { verdict: 'deny', rule: null, preset };
  if (asks !== null) return { verdict: 'ask', rule: asks, preset };
  if (byPreset === 'allow' || lifting === null) return { verdict: byPreset, rule: null, preset, inexact, handed };
  return { verdict: 'allow', rule: lifting, preset };
}

/** Of several rules that ask, the one with the strictest decider; of two alike the first. */
function strictestAsk(matching: readonly CompiledRule[]): CompiledRule | null {
  const asking = matching.filter(({ verdict }) => verdict === 'ask');
  const rank = ({ decider, approvals }: CompiledRule): number => DECIDERS.indexOf(decider) * 2 + approvals;
  return asking.toSorted((one, other) => rank(other) - rank(one))[0] ?? null;
}

const readsAlone = (effects: readonly Effect[]): boolean => effects.every((effect) => effect === 'read');

function presetVerdict(preset: Preset, effects: readonly Effect[]): Verdict {
  switch (preset) {
    case 'open':
      return 'allow';
    case 'careful':
      if (effects.includes('catastrophe')) return 'deny';
      return readsAlone(effects) ? 'allow' : 'ask';
    case 'look':
      return readsAlone(effects) ? 'allow' : 'deny';
    case 'closed':
      return 'deny';
  }
}

/** Only what a careful machine holds back can be let through, and the two worst effects only by name. */
function lifts(rule: CompiledRule, preset: Preset, effects: readonly Effect[]): boolean {
  if (rule.verdict !== 'allow' || preset === 'look' || preset === 'closed') return false;
  return (['opaque', 'catastrophe'] as const).every((worst) => !effects.includes(worst) || rule.names(worst));
}

type Machine = Circumstances['machine'];

/** So many parts are named; the number of others is reported. */
const NAMED_PARTS = 20;

/**
 * The part that decided; where a person has to decide, each part that asks for it. What asks is named once, and so is
 * why, however many parts it concerns.
 */
function reasonsOf(
  parts: readonly DecidedPart[],
  decided: readonly Decision[],
  worst: Decision,
  machine: Machine,
): Words {
  const judged = parts.map((part, at) => ({ ...part, preset: decided[at]!.preset }));
  const asking = judged.filter(({ verdict }) => verdict === 'ask');
  const concerned = worst.verdict === 'ask' ? asking : [judged[decided.indexOf(worst)]!];
  const distinct = [
    ...new Map(concerned.map((part) => [`${sourceOf(part)}\0${keyOf(part)}\0${part.text}`, part])).values(),
  ];
  const sources = Map.groupBy(distinct.slice(0, NAMED_PARTS), sourceOf);
  const named = [...sources.values()].flatMap((ofSource) => reasonsOfSource(ofSource, machine));
  if (distinct.length > NAMED_PARTS) named.push(because('policy_more_parts', { count: distinct.length - NAMED_PARTS }));
  // Each is a sentence: only the last one keeps its full stop.
  const joined = (language: Language, mark: string) =>
    named.map((words, at) => inLanguage(words, language).replace(at < named.length - 1 ? /\.$/ : '', '')).join(mark);
  return named.length === 1 ? named[0]! : { fr: joined('fr', ' ; '), en: joined('en', '; ') };
}

type Judged = DecidedPart & Pick<Decision, 'preset'>;

/** A rule by its name, a preset by its own. */
const sourceOf = ({ rule, preset }: Judged): string => (rule === null ? preset : `rule ${rule}`);
const keyOf = ({ why }: Judged): string => inLanguage(why, 'fr');

function reasonsOfSource(parts: readonly Judged[], { slug: machine, confirmed }: Machine): Words[] {
  const { rule, preset } = parts[0]!;
  if (!confirmed && rule === null) return [because('policy_unconfirmed', { machine })];
  return [...Map.groupBy(parts, keyOf).values()].map((alike, at) => {
    const [part, why] = [quoted(alike), alike[0]!.why];
    if (at > 0) return because('policy_for_part', { part, why });
    return rule === null
      ? because('policy_by_preset', { preset, machine, part, why })
      : because('policy_by_rule', { rule, part, why });
  });
}

/** Long commands are shown by their beginning. */
const SHOWN_CHARS = 120;

/** What goes between the quotation marks of a reason: several close and open them again. */
const quoted = (parts: readonly Judged[]): Words =>
  parts
    .map(({ text }): Words => (text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text))
    .reduce((parts, part) => because('policy_parts', { parts, part }));

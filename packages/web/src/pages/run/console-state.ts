/** What is typed in the console and what it runs. Kept while other pages are open; forgotten with the session. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { Order } from '../../api/executions.ts';

export interface Draft {
  readonly machine: string;
  readonly command: string;
  readonly container: string;
  readonly cwd: string;
  readonly timeout: number;
  readonly look: boolean;
  /** A job: it outlives the call, and may take days. */
  readonly detach: boolean;
}

export interface OpenRun {
  readonly id: string;
  readonly order: Order;
  readonly startedAt: number;
}

export interface ConsoleState {
  readonly draft: Draft;
  /** The newest first. */
  readonly runs: readonly OpenRun[];
  /** The one in sight. */
  readonly chosen: string | null;
  readonly beside: boolean;
  /** What is typed is to be run at once, without a press of the button. */
  readonly start: boolean;
  /** The machine on which a command was run, or agreed to, since the console came to it. */
  readonly settled: string | null;
}

const KEY = ['console'] as const;
const MOST_RUNS = 8;
const EMPTY: ConsoleState = {
  draft: { machine: '', command: '', container: '', cwd: '', timeout: 30, look: false, detach: false },
  runs: [],
  chosen: null,
  beside: false,
  start: false,
  settled: null,
};

/** The machine that was used last, in this browser. */
const LAST_MACHINE = 'synapse-console-machine';

export function rememberMachine(slug: string): void {
  try {
    localStorage.setItem(LAST_MACHINE, slug);
  } catch {
    // A browser that keeps nothing.
  }
}

function lastMachine(): string | null {
  try {
    return localStorage.getItem(LAST_MACHINE);
  } catch {
    return null;
  }
}

/** Where a command goes: where the person aimed, else where they last did, else this computer, else the first there is. */
export function aimedAt<M extends { readonly slug: string; readonly kind: string }>(
  machines: readonly M[],
  chosen: string,
): M | undefined {
  const named = (slug: string | null): M | undefined => machines.find((machine) => machine.slug === slug);
  return (
    named(chosen) ??
    named(lastMachine()) ??
    named('local') ??
    machines.find(({ kind }) => kind === 'local') ??
    machines[0]
  );
}

/** A tag that means that people depend on the machine. */
const PRODUCTION = /^(?:prod|production|live)$/i;
export const isProduction = ({ tags }: { readonly tags: readonly string[] }): boolean =>
  tags.some((tag) => PRODUCTION.test(tag));

type Change = (state: ConsoleState) => ConsoleState;

/** Read without delay: a field whose text comes back late loses letters. */
export function useConsole(): readonly [ConsoleState, (change: Change) => void] {
  const queries = useQueryClient();
  const subscribe = useCallback((listener: () => void) => queries.getQueryCache().subscribe(listener), [queries]);
  const state = useSyncExternalStore(subscribe, () => queries.getQueryData<ConsoleState>(KEY) ?? EMPTY);
  const change = useCallback((wanted: Change) => changeConsole(queries, wanted), [queries]);
  return [state, change];
}

export function changeConsole(queries: QueryClient, change: Change): void {
  queries.setQueryDefaults(KEY, { gcTime: Number.POSITIVE_INFINITY });
  queries.setQueryData<ConsoleState>(KEY, (state = EMPTY) => change(state));
}

export const withDraft =
  (draft: Partial<Draft>): Change =>
  (state) => ({ ...state, draft: { ...state.draft, ...draft } });

/** From now on, until it aims elsewhere, the console asks nothing before a command on that machine. */
export const withSettled =
  (machine: string): Change =>
  (state) => ({ ...state, settled: machine });

/** Typed elsewhere, and to be run when the console is open. */
export const startDraft =
  (draft: Partial<Draft>): Change =>
  (state) => ({ ...withDraft(draft)(state), start: true });

/** The same order once more. */
export const startAgain = ({ machine, command, container, cwd, timeout_seconds, look, detach }: Order): Change =>
  startDraft({
    machine,
    command,
    container: container ?? '',
    cwd: cwd ?? '',
    look: look === true,
    detach: detach === true,
    ...(timeout_seconds === undefined ? {} : { timeout: timeout_seconds }),
  });

export const withRun =
  (run: OpenRun): Change =>
  (state) => ({ ...state, runs: [run, ...state.runs].slice(0, MOST_RUNS), chosen: run.id });

export const withoutRun =
  (id: string): Change =>
  (state) => {
    const runs = state.runs.filter((run) => run.id !== id);
    return { ...state, runs, chosen: state.chosen === id ? (runs[0]?.id ?? null) : state.chosen };
  };

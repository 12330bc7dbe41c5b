/** The output of one execution: raw, as the assistant receives it, and what differs between the two. */
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react';
import { type ExecResult, outputOrderQuery, type Stream } from '../../api/executions.ts';
import { useLanguage, useText } from '../../i18n/language.tsx';
import { difference } from '../../output/difference.ts';
import { fits } from '../../output/joined-lines.ts';
import { LineStore } from '../../output/line-store.ts';
import { type LineNumbers, OutputView } from '../../output/output-view.tsx';
import { type ExecutionOutput as Printed, useExecutionOutput } from '../../output/use-execution-output.ts';
import { useTextStore } from '../../output/use-text-store.ts';
import { dayAndTime, parseTime } from '../../ui/time-words.ts';
import { type ExecutionSearch, lineAddress } from './execution-address.ts';

type View = 'raw' | 'compacted' | 'difference';

interface Props {
  readonly id: string;
  readonly result: ExecResult | undefined;
  readonly first?: View;
  /** Until when the output is kept, where that is known. */
  readonly until?: string | null | undefined;
  /** What the address says, on the page of this execution. */
  readonly at?: ExecutionSearch;
  /** Under the output, with what came so far. */
  readonly foot?: (stdout: LineStore) => ReactNode;
}

export function ExecutionOutput({ id, result, first = 'raw', until, at, foot }: Props) {
  const { run: text } = useText();
  const [view, setView] = useState<View>(first);
  const running = runningState(result);
  const printed = useExecutionOutput(id, running);
  const { stdout, stderr, lost, gone } = printed;
  useSyncExternalStore(stderr.subscribe, stderr.version);
  const hasStdout = useSyncExternalStore(stdout.subscribe, () => stdout.count > 0);
  const numbersOf = useNumbers(id, at);
  // What a command writes to stderr alone is its output.
  const onlyStderr = !hasStdout && stderr.count > 0;
  const ended = running === false;
  const shownView = ended ? view : 'raw';
  const joined = useJoined(id, printed, running);
  const isJoined = joined?.on === true && shownView === 'raw';
  const compacted = useTextStore(ended ? (result?.stdout ?? '') : '');
  const changes = useDifference(stdout, result?.stdout ?? '', shownView === 'difference');
  const failed = ended && result?.success === false;
  const head = (
    <>
      <SegmentedControl
        size="xs"
        aria-label={text.view}
        value={shownView}
        disabled={!ended}
        onChange={(wanted) => setView(wanted as View)}
        data={[
          { value: 'raw', label: text.raw },
          { value: 'compacted', label: text.compacted },
          { value: 'difference', label: text.difference },
        ]}
      />
    </>
  );
  const errors = stderr.count > 0 && !isJoined && (
    <OutputView
      store={stderr}
      label="stderr"
      {...(onlyStderr ? { fill: true } : { height: 150 })}
      live={running === true}
      fileName={`${id}.stderr.txt`}
      numbers={numbersOf?.('stderr')}
    />
  );
  return (
    <>
      {result?.status !== 'pending' && result?.status !== 'refused' && (
        <div className="screen">
          {/* Of what failed, the complaint comes first. */}
          {failed && !onlyStderr && errors}
          {gone && stdout.count + stderr.count === 0 ? (
            <OutputGone until={until} />
          ) : onlyStderr ? null : (
            <OutputView
              store={isJoined ? printed.both : { raw: stdout, compacted, difference: changes.store }[shownView]}
              label={text[shownView]}
              head={head}
              fill
              live={!ended}
              lost={lost}
              kinds={shownView === 'difference' ? changes.kinds : undefined}
              fileName={`${id}.txt`}
              numbers={
                isJoined ? bothNumbers(numbersOf, printed, at) : shownView === 'raw' ? numbersOf?.('stdout') : undefined
              }
              together={shownView === 'raw' ? joined : undefined}
              unordered={isJoined ? joined.unordered : undefined}
            />
          )}
          {(!failed || onlyStderr) && errors}
        </div>
      )}
      {foot?.(stdout)}
    </>
  );
}

/** That this reader wants each stream by itself. */
const APART = 'synapse-streams-apart';

interface Joined {
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  readonly unordered: number | undefined;
}

/** Whether both streams can be shown together, in the order in which they came, and whether the reader wants that. */
function useJoined(id: string, printed: Printed, running: boolean | null): Joined | undefined {
  const { stdout, stderr, both, whole } = printed;
  const [wanted, setWanted] = useState(() => localStorage.getItem(APART) === null);
  const hasBoth = stdout.count > 0 && stderr.count > 0;
  const enabled = hasBoth && running !== null;
  const { data } = useQuery({ ...outputOrderQuery(id, running === true), enabled });
  const version = useSyncExternalStore(both.subscribe, both.version);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stores stay the same objects while they are filled
  const fit = useMemo(() => {
    if (data?.order == null || !fits(data.order, { stdout, stderr }, whole)) return false;
    both.arrange(data.order);
    return true;
  }, [data, whole, version]);
  if (!enabled || data === undefined || !(data.live ? stdout.dropped + stderr.dropped === 0 : fit)) return undefined;
  const known = data.order?.lines.reduce((sum, lines) => sum + lines, 0) ?? Number.POSITIVE_INFINITY;
  const onChange = (on: boolean): void => {
    if (on) localStorage.removeItem(APART);
    else localStorage.setItem(APART, '1');
    setWanted(on);
  };
  return { on: wanted, onChange, unordered: known < both.count ? known + 1 : undefined };
}

/** Each line has the number that it has in its own stream. */
function bothNumbers(
  numbersOf: ((stream: Stream) => LineNumbers) | undefined,
  { both }: Printed,
  at: ExecutionSearch | undefined,
): LineNumbers | undefined {
  const of = { stdout: numbersOf?.('stdout'), stderr: numbersOf?.('stderr') };
  if (of.stdout === undefined || of.stderr === undefined) return undefined;
  return {
    at: at?.line === undefined ? undefined : both.placeOf(at.stream ?? 'stdout', at.line),
    addressOf: (line, stream = 'stdout') => of[stream]?.addressOf(line) ?? '',
    onOpen: (line, stream = 'stdout') => of[stream]?.onOpen(line),
  };
}

/** Numbers that link to their lines, on the page of one execution. */
function useNumbers(id: string, at: ExecutionSearch | undefined): ((stream: Stream) => LineNumbers) | undefined {
  const navigate = useNavigate();
  if (at === undefined) return undefined;
  return (stream) => ({
    at: (at.stream ?? 'stdout') === stream ? at.line : undefined,
    addressOf: (line) => lineAddress(id, line, stream),
    onOpen: (line) =>
      void navigate({
        to: '/executions/$id',
        params: { id },
        search: { line, ...(stream === 'stderr' ? { stream } : {}) },
        replace: true,
        resetScroll: false,
      }),
  });
}

/** Null while that is not known, or nothing has begun. */
function runningState(result: ExecResult | undefined): boolean | null {
  if (result === undefined || result.status === 'pending' || result.status === 'refused') return null;
  return result.status === 'running';
}

/** Worked out only when somebody looks, and again when more of the output has arrived meanwhile. */
function useDifference(raw: LineStore, compacted: string, wanted: boolean) {
  const { output } = useText();
  const version = useSyncExternalStore(raw.subscribe, () => (wanted ? raw.version() : 0));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store stays the same object while it is filled
  return useMemo(() => {
    const store = new LineStore();
    if (!wanted) return { store, kinds: [] };
    const { lines, kinds } = difference(raw.text(), compacted, output.folded);
    store.append(lines.map((line) => `${line}\n`).join(''));
    return { store, kinds };
  }, [raw, version, wanted, compacted, output]);
}

/** Why there is nothing to show, and until when there was. */
function OutputGone({ until }: Pick<Props, 'until'>) {
  const {
    language,
    text: { executions: text },
  } = useLanguage();
  const time = until == null ? null : parseTime(until);
  const why =
    time === null
      ? text.outputNever
      : (time < Date.now() ? text.outputExpired : text.outputDropped)(dayAndTime(time, language));
  return (
    <div className="console-empty" role="status">
      <p>
        {text.outputGone} {until === undefined ? '' : why}
      </p>
    </div>
  );
}

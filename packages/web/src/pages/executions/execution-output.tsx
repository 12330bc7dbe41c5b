/** The output of one execution: raw, as the assistant receives it, and what differs between the two. */
import { SegmentedControl } from '@mantine/core';
import { type ReactNode, useMemo, useState, useSyncExternalStore } from 'react';
import type { ExecResult } from '../../api/executions.ts';
import { useText } from '../../i18n/language.tsx';
import { difference } from '../../output/difference.ts';
import { LineStore } from '../../output/line-store.ts';
import { OutputView } from '../../output/output-view.tsx';
import { useExecutionOutput } from '../../output/use-execution-output.ts';
import { useTextStore } from '../../output/use-text-store.ts';

type View = 'raw' | 'compacted' | 'difference';

interface Props {
  readonly id: string;
  readonly result: ExecResult | undefined;
  readonly first?: View;
  /** Under the output, with what came so far. */
  readonly foot?: (stdout: LineStore) => ReactNode;
}

export function ExecutionOutput({ id, result, first = 'raw', foot }: Props) {
  const { run: text, executions } = useText();
  const [view, setView] = useState<View>(first);
  const running = runningState(result);
  const { stdout, stderr, lost, gone } = useExecutionOutput(id, running);
  useSyncExternalStore(stderr.subscribe, stderr.version);
  const hasStdout = useSyncExternalStore(stdout.subscribe, () => stdout.count > 0);
  // What a command writes to stderr alone is its output.
  const onlyStderr = !hasStdout && stderr.count > 0;
  const ended = running === false;
  const shownView = ended ? view : 'raw';
  const compacted = useTextStore(ended ? (result?.stdout ?? '') : '');
  const changes = useDifference(stdout, result?.stdout ?? '', shownView === 'difference');
  const views = (
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
  );
  return (
    <>
      {result?.status !== 'pending' && result?.status !== 'refused' && (
        <div className="screen">
          {gone && stdout.count + stderr.count === 0 ? (
            <div className="console-empty">{executions.outputGone}</div>
          ) : onlyStderr ? null : (
            <OutputView
              store={{ raw: stdout, compacted, difference: changes.store }[shownView]}
              label={text[shownView]}
              head={views}
              fill
              live={!ended}
              lost={lost}
              kinds={shownView === 'difference' ? changes.kinds : undefined}
              fileName={`${id}.txt`}
            />
          )}
          {stderr.count > 0 && (
            <OutputView
              store={stderr}
              label="stderr"
              {...(onlyStderr ? { fill: true } : { height: 150 })}
              live={running === true}
              fileName={`${id}.stderr.txt`}
            />
          )}
        </div>
      )}
      {foot?.(stdout)}
    </>
  );
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

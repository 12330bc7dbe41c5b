/** The end of what a running command prints, as it comes. Holds a connection open. */
import '../app/console.css';
import { useSyncExternalStore } from 'react';
import { OutputLine } from './output-line.tsx';
import { useExecutionOutput } from './use-execution-output.ts';

export function LastLine({ id }: { readonly id: string }) {
  const { stdout, stderr } = useExecutionOutput(id, true);
  useSyncExternalStore(stdout.subscribe, stdout.version);
  useSyncExternalStore(stderr.subscribe, stderr.version);
  // Many programs tell their progress on stderr alone.
  const shown = stdout.count === 0 ? stderr : stdout;
  return (
    <span className="last-line" dir="ltr">
      <OutputLine line={shown.lastLine()} time={undefined} wanted="" />
    </span>
  );
}

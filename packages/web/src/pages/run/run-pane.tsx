/** One command of the console: its output as it comes, and how it stands. */
import { useQuery } from '@tanstack/react-query';
import { executionQuery } from '../../api/executions.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { ExecutionOutput } from '../executions/execution-output.tsx';
import { RefusalNotice } from '../executions/refusal-notice.tsx';
import { WaitingNotice } from '../executions/waiting-notice.tsx';
import type { OpenRun } from './console-state.ts';
import { StatusLine } from './status-line.tsx';

export function RunPane({ run }: { readonly run: OpenRun }) {
  const {
    language,
    text: { run: text },
  } = useLanguage();
  const { data: result } = useQuery(executionQuery(run.id, language));
  return (
    <section className="pane" aria-label={text.result}>
      <RefusalNotice result={result} />
      <WaitingNotice result={result} inPlace />
      <ExecutionOutput
        id={run.id}
        result={result}
        foot={(stdout) => <StatusLine run={run} result={result} stdout={stdout} />}
      />
    </section>
  );
}

/** Why a command failed, as far as can be told: which part, what its exit code means, and what it complained of. */
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { executionQuery } from '../../api/executions.ts';
import { explanationQuery } from '../../api/policy.ts';
import { useLanguage, useText } from '../../i18n/language.tsx';
import { OutputView } from '../../output/output-view.tsx';
import { useTextStore } from '../../output/use-text-store.ts';
import { MarkedSecrets } from '../../ui/command-line.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { exitMeaning } from './exit-meaning.ts';
import { failedPart } from './failed-part.ts';
import type { GivenCommand } from './given-command.ts';

interface Props {
  readonly command: GivenCommand;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function ExplainFailure({ command, opened, onClose }: Props) {
  const {
    language,
    text: { executions: text },
  } = useLanguage();
  const result = useQuery({ ...executionQuery(command.execution_id, language), enabled: opened });
  return (
    <Dialog opened={opened} onClose={onClose} title={text.explainTitle} size="lg">
      <Loaded query={result}>
        {({ exit_code, stdout, stderr }) => (
          <Stack gap="md">
            <Reasons command={command} exitCode={exit_code} stderr={stderr} />
            {stderr === '' && stdout === '' ? (
              <Text size="sm" c="dimmed">
                {text.saidNothing}
              </Text>
            ) : (
              <>
                {stderr !== '' && <Said label="stderr" said={stderr} />}
                {stdout !== '' && <Said label="stdout" said={stdout} />}
              </>
            )}
          </Stack>
        )}
      </Loaded>
    </Dialog>
  );
}

interface ReasonsProps extends Pick<Props, 'command'> {
  readonly exitCode: number | null;
  readonly stderr: string;
}

function Reasons({ command, exitCode, stderr }: ReasonsProps) {
  const {
    language,
    text: { executions: text },
  } = useLanguage();
  const { machine, container, cwd, command_template } = command;
  const { data } = useQuery(
    explanationQuery(
      {
        machine,
        command: command_template,
        ...(container === null ? {} : { container }),
        ...(cwd === null ? {} : { cwd }),
      },
      language,
    ),
  );
  const part = failedPart(data?.explanation?.parts ?? [], stderr);
  const meaning = exitCode === null ? null : exitMeaning(exitCode, text.exitCodes);
  return (
    <Facts labelWidth="120px">
      <Fact label={text.failedPart}>
        {part === null ? null : (
          <code className="break">
            <MarkedSecrets command={part} />
          </code>
        )}
      </Fact>
      <Fact label={text.exitCode}>{meaning === null ? exitCode : `${exitCode} · ${meaning}`}</Fact>
    </Facts>
  );
}

function Said({ label, said }: { readonly label: string; readonly said: string }) {
  const { executions: text } = useText();
  const store = useTextStore(said);
  return <OutputView wrapped store={store} label={text.said(label)} height={220} fileName={`${label}.txt`} />;
}

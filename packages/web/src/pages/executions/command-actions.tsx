/** What can be done with a command that was given: stopped, run again, copied, linked to, explained if it failed. */
import { Button } from '@mantine/core';
import { useClipboard, useDisclosure } from '@mantine/hooks';
import { readFileTemplate } from '@synapse/contract/file-verbs';
import { shortText } from '@synapse/contract/visible-text';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useText } from '../../i18n/language.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { MoreItem, MoreMenu } from '../../ui/more-menu.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { changeConsole, withDraft } from '../run/console-state.ts';
import { isFailed, isOpen } from './execution-state.ts';
import { ExplainFailure } from './explain-failure.tsx';
import type { GivenCommand } from './given-command.ts';
import { StopButton } from './stop-button.tsx';

interface Props {
  readonly command: GivenCommand;
  /** Runs it again. Without it, the console is opened with the command typed in it. */
  readonly onAgain?: () => void;
}

/** As buttons, where there is room for them. */
export function CommandActions({ command, onAgain }: Props) {
  const { executions: text } = useText();
  const openConsole = useOpenConsole(command);
  const again = onAgain ?? openConsole;
  return (
    <>
      {isOpen(command.status) && <StopButton id={command.execution_id} actor={command.actor?.username} />}
      <ExplainButton command={command} />
      {canRunAgain(command) && (
        <Button variant="default" leftSection={<Icon name="repeat" size={14} />} onClick={again}>
          {text.runAgain}
        </Button>
      )}
      <CopyButton compact value={command.command_template} label={text.copyCommand} />
      <CopyButton compact value={() => linkTo(command)} label={text.copyLink} icon="link" />
    </>
  );
}

/** The same behind "…", for a line of a list. */
export function CommandMenu({ command, onAgain }: Props) {
  const { executions: text, ui } = useText();
  const openConsole = useOpenConsole(command);
  const { copy } = useClipboard();
  const [explaining, explain] = useDisclosure(false);
  const again = onAgain ?? openConsole;
  const copyText = (value: string) => (): void => {
    copy(value);
    notifyDone(ui.copied);
  };
  return (
    <>
      <MoreMenu label={text.actionsOn(shortText(command.command_template).slice(0, 80))}>
        {isFailed(command.status, command.exit_code) && (
          <MoreItem icon="info" label={text.explain} onClick={explain.open} />
        )}
        {canRunAgain(command) && <MoreItem icon="repeat" label={text.runAgain} onClick={again} />}
        <MoreItem icon="copy" label={text.copyCommand} onClick={copyText(command.command_template)} />
        <MoreItem icon="link" label={text.copyLink} onClick={copyText(linkTo(command))} />
      </MoreMenu>
      <ExplainFailure command={command} opened={explaining} onClose={explain.close} />
    </>
  );
}

/** Nothing, if the command did not fail. */
export function ExplainButton({ command }: Pick<Props, 'command'>) {
  const { executions: text } = useText();
  const [explaining, explain] = useDisclosure(false);
  if (!isFailed(command.status, command.exit_code)) return null;
  return (
    <>
      <Button variant="default" leftSection={<Icon name="info" size={14} />} onClick={explain.open}>
        {text.explain}
      </Button>
      <ExplainFailure command={command} opened={explaining} onClose={explain.close} />
    </>
  );
}

function useOpenConsole({ machine, container, cwd, command_template }: GivenCommand): () => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return () => {
    changeConsole(
      queries,
      withDraft({ machine, command: command_template, container: container ?? '', cwd: cwd ?? '' }),
    );
    void navigate({ to: '/run' });
  };
}

/** What was done about a file, or about the policy, is no command of a shell. */
const canRunAgain = ({ machine, command_template }: GivenCommand): boolean =>
  machine !== '-' && readFileTemplate(command_template) === null;

const linkTo = ({ execution_id }: GivenCommand): string => `${location.origin}/executions/${execution_id}`;

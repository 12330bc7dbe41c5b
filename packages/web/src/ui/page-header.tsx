/** The head of a page, in the bar: its name and its main actions. On a narrow screen the actions stand above the page. */
import { ActionIcon, Text, Title, Tooltip } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useContext, useEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { CREW } from '../api/workspace.ts';
import { useText } from '../i18n/language.tsx';
import { HeadSlot } from './head-slot.ts';
import { Icon } from './icon.tsx';
import { useWaiting } from './use-waiting.ts';

interface Props {
  readonly title: string;
  /** What the page is for, to those who ask. */
  readonly help?: string;
  /** A few words beside the name. */
  readonly note?: ReactNode;
  readonly actions?: ReactNode;
}

export function PageHeader({ title, help, note, actions }: Props) {
  const { ui } = useText();
  const slot = useContext(HeadSlot);
  const wide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  const waiting = useWaiting()?.length ?? 0;
  const heading = useTitleFocus(slot !== null);
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ''}${title}${CREW === null ? '' : ` · ${CREW}`} · Synapse`;
  }, [title, waiting]);
  return (
    <>
      {slot !== null &&
        createPortal(
          <>
            <Title order={1} className="one-line" ref={heading} tabIndex={-1}>
              {title}
            </Title>
            {help !== undefined && (
              <Tooltip label={help} multiline maw={360}>
                <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`${ui.about} ${help}`}>
                  <Icon name="info" size={14} />
                </ActionIcon>
              </Tooltip>
            )}
            {wide && note !== undefined && (
              <Text size="xs" c="dimmed" component="div" className="one-line">
                {note}
              </Text>
            )}
            {wide && actions !== undefined && <div className="bar-actions">{actions}</div>}
          </>,
          slot,
        )}
      {!wide && (note !== undefined || actions !== undefined) && (
        <div className="page-actions">
          {note}
          {actions}
        </div>
      )}
    </>
  );
}

/** The first page that is opened leaves the focus to the browser. */
let opened = false;

/** Another page begins at its title, for those who do not see it change: unless something in it has the focus already. */
function useTitleFocus(ready: boolean) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!ready) return;
    const inside = document.activeElement?.closest('main, [role=dialog]') ?? null;
    if (opened && inside === null) heading.current?.focus({ preventScroll: true });
    opened = true;
  }, [ready]);
  return heading;
}

/** Tells of a question that is new: by the browser where the person allowed it, and in the page. */
import { shortText } from '@synapse/contract/visible-text';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Approval } from '../api/approvals.ts';
import { meQuery } from '../api/session.ts';
import { addressIn, CREW } from '../api/workspace.ts';
import { useText } from '../i18n/language.tsx';
import { useWaiting } from '../ui/use-waiting.ts';

const SHOWN_CHARS = 160;

/** It goes by the list, not by the events, so that what came while the connection was lost is announced, too. */
export function useAnnounceWaiting(): void {
  const { approvals: text } = useText();
  const router = useRouter();
  const waiting = useWaiting();
  const { data: me } = useQuery(meQuery);
  const username = me?.username;
  const known = useRef<Set<string> | null>(null);
  useEffect(() => {
    if (waiting === undefined) return;
    const fresh = waiting.filter(({ id }) => known.current?.has(id) === false);
    known.current = new Set([...(known.current ?? []), ...waiting.map(({ id }) => id)]);
    for (const approval of fresh) {
      // A person who types commands here sees their results at once.
      if (approval.token_hint === null && (approval.actor ?? username) === username) continue;
      const { id, machine, crew = null } = approval;
      const open = (): void => {
        // Another workspace is another document.
        if (crew === CREW) void router.navigate({ to: '/approvals/$id', params: { id } });
        else location.assign(addressIn(crew, `/approvals/${id}`));
      };
      const title = text.asked(crew === null ? machine : `${crew}/${machine}`);
      notifyByBrowser(title, approval, open);
      if (router.state.location.pathname.startsWith('/approvals')) continue;
      void import('../ui/notify.tsx').then(({ notifyAction }) => notifyAction(title, text.open, open));
    }
  }, [waiting, router, text, username]);
}

function notifyByBrowser(title: string, { id, command_template }: Approval, open: () => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted' || document.hasFocus()) return;
  try {
    // The tag makes one notification of those of several windows.
    const shown = new Notification(title, { body: shortText(command_template).slice(0, SHOWN_CHARS), tag: id });
    shown.addEventListener('click', () => {
      window.focus();
      open();
      shown.close();
    });
  } catch {
    // Browsers of phones offer notifications, and then let pages make none.
  }
}

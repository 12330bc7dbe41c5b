/** A panel that an assistant shows: announced on every page, opened on demand. */
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';
import { useText } from '../i18n/language.tsx';

interface Announced {
  readonly link: string;
  readonly title: string;
}

export function usePanelNotice(): (panel: Announced) => void {
  const { shell } = useText();
  const label = useRef(shell.openPanel);
  label.current = shell.openPanel;
  const router = useRouter();
  const queries = useQueryClient();
  return useCallback(
    ({ link, title }) => {
      void queries.invalidateQueries({ queryKey: ['panels'] });
      // The address is the service's own, possibly under its public name, so only the path counts here.
      const path = URL.parse(link, location.origin)?.pathname ?? '/';
      const open = (): void => void router.navigate({ href: path });
      void import('../ui/notify.tsx').then(({ notifyAction }) => notifyAction(title, label.current, open));
    },
    [router, queries],
  );
}

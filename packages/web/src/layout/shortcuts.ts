/** The keys of the page: which there are, and what they do. Letters count only outside of fields. */
import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { markRow, moveInRows } from './row-keys.ts';

/** After G, one letter leads to a page. */
export const PLACES = {
  h: '/',
  c: '/run',
  e: '/executions',
  a: '/approvals',
  m: '/machines',
  s: '/secrets',
  j: '/journal',
} as const;

const PAUSE_MS = 1500;
/** A page that takes longer to load does not get the focus in its search field. */
const LOADING_MS = 10_000;

interface Actions {
  readonly onPalette: () => void;
  readonly onHelp: () => void;
}

export function useShortcuts({ onPalette, onHelp }: Actions): void {
  const navigate = useNavigate();
  const begun = useRef(0);
  useHotkeys([['mod+K', onPalette]], []);
  useHotkeys([
    ['shift+?', unlessInDialog(onHelp), { usePhysicalKeys: false, preventDefault: false }],
    ['?', unlessInDialog(onHelp), { preventDefault: false }],
    ['/', unlessInDialog(() => focusSoon('main input[data-search]'))],
    ['g', () => (begun.current = Date.now()), { preventDefault: false }],
    ...Object.entries(PLACES).map(
      ([key, to]): [string, (event: KeyboardEvent) => void, { preventDefault: boolean }] => [
        key,
        unlessInDialog((event) => {
          if (Date.now() - begun.current > PAUSE_MS) {
            if (key === 'j') moveInRows(1, event);
            return;
          }
          begun.current = 0;
          event.preventDefault();
          void navigate({ to }).then(() => {
            // Who goes to the console wants to type.
            if (to === '/run') focusSoon('main .editor-input');
          });
        }),
        { preventDefault: false },
      ],
    ),
    ['k', unlessInDialog((event) => moveInRows(-1, event)), { preventDefault: false }],
    ['x', unlessInDialog(markRow), { preventDefault: false }],
    ['ArrowDown', unlessInDialog((event) => moveInRows(1, event, true)), { preventDefault: false }],
    ['ArrowUp', unlessInDialog((event) => moveInRows(-1, event, true)), { preventDefault: false }],
  ]);
}

const unlessInDialog =
  (act: (event: KeyboardEvent) => void) =>
  (event: KeyboardEvent): void => {
    if (document.querySelector('[role=dialog]') === null) act(event);
  };

/** A field of the page that is open, where it has one; of a page that is still loading, as soon as it is there. */
function focusSoon(selector: string): void {
  if (focusNow(selector)) return;
  const watch = new MutationObserver(() => {
    if (isTyping() || focusNow(selector)) watch.disconnect();
  });
  watch.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => watch.disconnect(), LOADING_MS);
}

const isTyping = (): boolean => document.activeElement?.matches('input, textarea') === true;

function focusNow(selector: string): boolean {
  const field = document.querySelector<HTMLElement>(selector);
  field?.focus();
  return field !== null;
}

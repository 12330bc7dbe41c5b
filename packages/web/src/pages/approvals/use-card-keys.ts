/**
 * J and K (or the arrows, on a card) move between the questions. A and D only put the focus on a button: it takes Enter
 * to decide, so that no letter typed by mistake ever does.
 */
import { useHotkeys } from '@mantine/hooks';

const cards = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-approval][data-status=pending]')];
const current = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('[data-approval]') ?? null;

function move(step: 1 | -1): void {
  const all = cards();
  const from = current();
  const at = from === null ? -1 : all.indexOf(from);
  const next = at === -1 ? 0 : Math.min(all.length - 1, Math.max(0, at + step));
  all[next]?.focus();
  all[next]?.scrollIntoView({ block: 'nearest' });
}

function focusButton(decision: 'approve' | 'deny'): void {
  const here = current();
  // With several questions and none chosen, the first letter chooses, so that no wrong one is answered.
  const card = here ?? (cards().length === 1 ? cards()[0] : undefined);
  if (card === undefined) move(1);
  else card.querySelector<HTMLElement>(`[data-decide=${decision}]`)?.focus();
}

/** Not while a dialog is open: its keys are its own. */
const unlessInDialog =
  (act: () => void) =>
  (event: KeyboardEvent): void => {
    if (document.querySelector('[role=dialog]') !== null) return;
    event.preventDefault();
    act();
  };

/** Arrows scroll the page, unless a card itself has the focus. */
const onCard = (step: 1 | -1) => (event: KeyboardEvent) => {
  if (!(event.target instanceof HTMLElement) || event.target.dataset.approval === undefined) return;
  event.preventDefault();
  move(step);
};

export function useCardKeys(): void {
  const plain = { preventDefault: false };
  useHotkeys([
    ['j', unlessInDialog(() => move(1)), plain],
    ['k', unlessInDialog(() => move(-1)), plain],
    ['a', unlessInDialog(() => focusButton('approve')), plain],
    ['d', unlessInDialog(() => focusButton('deny')), plain],
    ['ArrowDown', onCard(1), plain],
    ['ArrowUp', onCard(-1), plain],
  ]);
}

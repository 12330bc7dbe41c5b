/**
 * J and K go through the rows of a list, X marks one. Enter opens it, as any link. A row that is no line with a link has
 * the focus itself (`data-row`).
 */

const rows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('main :is(.row-link, [data-row])')];
const current = (): Element | null => document.activeElement?.closest('.row, [data-row]') ?? null;

/** `within`: only if a row has the focus already; otherwise arrows scroll the page. */
export function moveInRows(step: 1 | -1, event: KeyboardEvent, within = false): void {
  // Questions have keys of their own.
  if (document.querySelector('main [data-approval]') !== null) return;
  const all = rows();
  const at = all.findIndex((link) => link.closest('.row, [data-row]') === current());
  if (all.length === 0 || (within && at < 0)) return;
  event.preventDefault();
  const next = all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + step))];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

export function markRow(event: KeyboardEvent): void {
  const box = current()?.querySelector<HTMLInputElement>('input[data-mark]');
  if (box == null) return;
  event.preventDefault();
  box.click();
}

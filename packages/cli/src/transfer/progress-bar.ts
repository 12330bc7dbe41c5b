/** One line that shows how far a copy is. */
import type { Terminal } from '../terminal.ts';

export interface ProgressBar {
  /** So much has passed, in all. */
  at(bytes: number): void;
}

const EVERY_MS = 100;
const WIDTH = 20;

/** `total`: null where it is not known. */
export function createProgressBar(terminal: Terminal, name: string, total: number | null): ProgressBar {
  const begun = performance.now();
  let first: number | null = null;
  let shownAt = 0;
  return {
    at: (bytes) => {
      first ??= bytes;
      const now = performance.now();
      if (now - shownAt < EVERY_MS && bytes !== total) return;
      shownAt = now;
      const speed = (bytes - first) / Math.max(0.001, (now - begun) / 1000);
      terminal.progress(`${bar(bytes, total)} ${sized(bytes)}  ${sized(speed)}/s  ${name}`);
    },
  };
}

function bar(bytes: number, total: number | null): string {
  if (total === null) return '';
  const share = total === 0 ? 1 : bytes / total;
  const full = Math.round(share * WIDTH);
  return `${String(Math.floor(share * 100)).padStart(3)} % ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}`;
}

export function sized(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let [value, unit] = [bytes, 0];
  for (; value >= 1024 && unit < units.length - 1; unit++) value /= 1024;
  return `${unit === 0 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

// The one short line that replaces what was cut.

/** `… 480 lines left out (synapse_get_output execution_id=…)`; without an id the count alone. */
export function cutMarker(recovery: string | null): (count: number, what?: string) => string {
  const how = recovery === null ? '' : ` (synapse_get_output execution_id=${recovery})`;
  return (count, what) => `… ${count} ${what ?? (count === 1 ? 'line' : 'lines')} left out${how}`;
}

/** How often a line or shape occurred, written before or after it. */
export const times = (count: number): string => `×${count}`;

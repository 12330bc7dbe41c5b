/** A small line without axes: how something went lately. The figure beside it has the meaning. */
import type { StateKind } from './state.tsx';

interface Props {
  readonly values: readonly number[];
  readonly state?: StateKind;
  readonly width?: number;
  readonly height?: number;
}

export function Sparkline({ values, state, width = 96, height = 22 }: Props) {
  if (values.length < 2) return null;
  const top = Math.max(...values);
  const least = Math.min(...values, 0);
  const x = (index: number): number => 1 + (index * (width - 2)) / (values.length - 1);
  const y = (value: number): number => height - 2 - ((value - least) / Math.max(1e-9, top - least)) * (height - 4);
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
  return (
    <svg
      {...{ width, height }}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="sparkline"
      data-state={state}
      aria-hidden
      focusable="false"
    >
      <polyline points={points} />
    </svg>
  );
}

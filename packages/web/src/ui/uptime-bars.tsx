/** A bar for each stretch of time: whole where everything went well, short and red where nothing did, pale before. */

const WIDTH = 72;
const HEIGHT = 16;
const MOST = 24;

interface Props {
  /** From 0 to 1, the oldest first. */
  readonly shares: readonly number[];
}

export function UptimeBars({ shares }: Props) {
  const known = gather(shares);
  const bars: (number | null)[] = [...Array<null>(MOST - known.length).fill(null), ...known];
  const step = WIDTH / MOST;
  return (
    <svg width={WIDTH} height={HEIGHT} className="uptime" aria-hidden focusable="false">
      {bars.map((share, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar has no other name than its place
          key={index}
          x={index * step}
          width={step - 1}
          y={isWhole(share) ? 0 : HEIGHT / 2}
          height={isWhole(share) ? HEIGHT : HEIGHT / 2}
          rx={1}
          data-state={share === null ? undefined : share === 1 ? 'ok' : share === 0 ? 'bad' : 'wait'}
        />
      ))}
    </svg>
  );
}

const isWhole = (share: number | null): boolean => share === null || share === 1;

/** As many as have room: of several that share a bar, the worst. */
function gather(shares: readonly number[]): number[] {
  const each = Math.max(1, Math.ceil(shares.length / MOST));
  const bars: number[] = [];
  for (let end = shares.length; end > 0; end -= each) {
    bars.unshift(Math.min(...shares.slice(Math.max(0, end - each), end)));
  }
  return bars;
}

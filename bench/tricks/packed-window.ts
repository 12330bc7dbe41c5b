/** Plain twin: the moments of a window are kept as JSON. */
import type { packWindow as Pack, unpackWindow as Unpack } from '../../packages/server/src/limits/window.ts';
import type { Trick } from '../without/trick.ts';

export { addMoment, waitForRoom } from '../../packages/server/src/limits/window.ts';

export const trick: Trick = { file: 'packages/server/src/limits/window.ts', loads: ['calls of busy addresses'] };

export const unpackWindow: typeof Unpack = (packed, { windowMs }, now) => {
  const moments = packed === null ? [] : (JSON.parse(packed.toString()) as number[]);
  return moments.filter((moment) => moment + windowMs > now);
};

export const packWindow: typeof Pack = (moments) => Buffer.from(JSON.stringify(moments));

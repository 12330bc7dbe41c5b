/**
 * The colours of a terminal in a line of output, as parts of text. Only foreground colours that can be read on the
 * screen are kept: nothing may hide a text, so backgrounds, inversion and concealment are not shown.
 */

export type Colour = 'grey' | 'red' | 'green' | 'yellow' | 'blue' | 'magenta' | 'cyan' | 'white';

export interface Part {
  readonly text: string;
  readonly colour?: Colour;
  readonly bold?: boolean;
  readonly dim?: boolean;
}

const COLOURS: readonly Colour[] = ['grey', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
const SGR = /\x1b\[([\d;:]*)m/g;

interface Style {
  colour?: Colour;
  bold?: boolean;
  dim?: boolean;
}

/** `clean` makes the text between two changes of colour harmless. Colours end with their line. */
export function ansiParts(line: string, clean: (text: string) => string): readonly Part[] {
  const parts: Part[] = [];
  let style: Style = {};
  let from = 0;
  const push = (raw: string): void => {
    const text = raw === '' ? '' : clean(raw);
    if (text !== '') parts.push({ text, ...style });
  };
  for (const found of line.matchAll(SGR)) {
    push(line.slice(from, found.index));
    style = changed(style, found[1] ?? '');
    from = found.index + found[0].length;
  }
  push(line.slice(from));
  return parts;
}

function changed(before: Style, codes: string): Style {
  const style = { ...before };
  const numbers = codes.split(/[;:]/).map(Number);
  for (let at = 0; at < numbers.length; at++) {
    const code = numbers[at] ?? 0;
    if (code === 0) {
      delete style.colour;
      delete style.bold;
      delete style.dim;
    } else if (code === 1) style.bold = true;
    else if (code === 2) style.dim = true;
    else if (code === 22) {
      delete style.bold;
      delete style.dim;
    } else if (code === 39) delete style.colour;
    else if (code >= 30 && code <= 37) style.colour = COLOURS[code - 30]!;
    else if (code >= 90 && code <= 97) style.colour = COLOURS[code - 90]!;
    else if (code === 38 || code === 48) {
      const wide = numbers[at + 1] === 2;
      const [red = 0, green = 0, blue = 0] = numbers.slice(at + 2);
      if (code === 38) style.colour = wide ? nearest(red, green, blue) : ofTable(red);
      at += wide ? 4 : 2;
    }
  }
  return style;
}

/** One of the 256: the sixteen of old, a cube of colours, a scale of greys. */
function ofTable(index: number): Colour {
  if (index < 16) return COLOURS[index % 8]!;
  if (index >= 232) return index < 244 ? 'grey' : 'white';
  const cube = index - 16;
  const level = (step: number): number => (step === 0 ? 0 : 55 + 40 * step);
  return nearest(level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6));
}

/** By which of the three are strong. */
function nearest(red: number, green: number, blue: number): Colour {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  if (most - least < 40) return most < 140 ? 'grey' : 'white';
  const strong = (value: number): number => (value - least > (most - least) / 2 ? 1 : 0);
  return COLOURS[strong(red) + 2 * strong(green) + 4 * strong(blue)]!;
}

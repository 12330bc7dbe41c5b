/** `cd` and its like: the folder that relative paths are seen from. */
import { textOf } from '../arg.ts';
import { having } from '../judge-program.ts';
import { HOME } from '../pattern.ts';
import { resolve, resolveFolder } from '../places.ts';
import type { Call } from '../program.ts';
import type { Finding, State } from '../walk/frame.ts';

export function cd(call: Call): Finding {
  const { state } = call;
  const after: State = { ...state, folders: target(call) };
  return { ...having(call, 'read'), state: after, failed: state };
}

/** Somewhere else, but the stack of folders is not followed. */
export function moves(call: Call): Finding {
  const { state } = call;
  return { ...having(call, 'read'), state: { ...state, folders: null }, failed: state };
}

function target({ args, state, frame }: Call): readonly string[] | null {
  const [first, ...more] = args.filter((arg) => !/^(?:--|-[LPe@]+)$/.test(arg.pattern));
  if (first === undefined) return [frame.found.place.home ?? HOME];
  // `cd -` goes where it was before; `cd ""` stays.
  if (more.length > 0 || first.many || textOf(first) === '-' || /\uE002/.test(first.pattern)) return null;
  if (first.pattern === '') return state.folders;
  // With `-P` it goes up from where a link led.
  const physical = args.some((arg) => /^-[LPe@]*P/.test(arg.pattern));
  const folders = (physical ? resolve : resolveFolder)(first.pattern, state.folders);
  return folders.some((folder) => /\uE002/.test(folder)) ? null : folders;
}

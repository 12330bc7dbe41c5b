/**
 * Keeps the scripts about a file to the place that was judged. Where a link leads is known on the machine alone, so the
 * script itself compares, once it is in the folder that it will not leave; where it is elsewhere, that is judged, too.
 */
import { posix } from 'node:path';
import { shellQuote } from '@synapse/runner';
import type { FileWork } from './file-order.ts';
import { findFile, type Parents, PLACE_VARIABLE } from './find-file.ts';
import { type RunScript, refusalOf } from './run-script.ts';
import { changed } from './write-file.ts';

class Elsewhere extends Error {
  readonly place: string;

  constructor(place: string) {
    super('the file is elsewhere');
    this.place = place;
  }
}

const REPORT = 'no elsewhere ';

function atPlace(run: RunScript, place: string): RunScript {
  return async (script, options) => {
    const end = await run(`${PLACE_VARIABLE}=${shellQuote(place)}\n${script}`, options);
    if (end.line.startsWith(REPORT)) throw new Elsewhere(end.line.slice(REPORT.length));
    return end;
  };
}

/** The path without links. Throws what the file itself would be refused with. */
export async function placeOf(run: RunScript, path: string, parents: Parents = 'there'): Promise<string> {
  try {
    // No path is like this one.
    throw refusalOf(path, await atPlace(run, '?')(findFile(path, parents)));
  } catch (error) {
    if (error instanceof Elsewhere) return error.place;
    throw error;
  }
}

/** Throws file_changed where it is elsewhere by then. */
export function workAt(place: string, path: string, work: FileWork): FileWork {
  return async (run) => {
    try {
      return await work(atPlace(run, place));
    } catch (error) {
      throw error instanceof Elsewhere ? changed(path, '?') : error;
    }
  };
}

/** Links that lead on while they are followed. */
const MOST_TRIES = 3;

/**
 * `judge` throws where nothing may be done about that path. `again`: what is sent can be sent once more; otherwise the
 * place is asked for first.
 */
export function workWhereJudged(
  path: string,
  work: FileWork,
  judge: (place: string) => Promise<void>,
  { again }: { readonly again: boolean },
): FileWork {
  const judged = posix.normalize(path);
  // Nothing leads away from there.
  if (judged === '/') return work;
  return async (run) => {
    let place = again ? judged : await placeOf(run, path);
    if (place !== judged) await judge(place);
    for (let tries = 0; again && tries < MOST_TRIES; tries += 1) {
      try {
        return await work(atPlace(run, place));
      } catch (error) {
        if (!(error instanceof Elsewhere)) throw error;
        place = error.place;
        await judge(place);
      }
    }
    return workAt(place, path, work)(run);
  };
}

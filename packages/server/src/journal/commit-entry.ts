/** A commit in the journal: its text, and when it was made. */
import type { GitCommit } from '@synapse/contract';

const SHORT_REF = 7;
const LINE_BREAK = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/g;

/** `🔧 [repo@ref] message (dd/mm/yyyy HH:MM)`, in the committer's local time. */
export function commitContent({ repo, commit_ref, message, commit_date }: GitCommit): string {
  const shortRef = commit_ref.slice(0, SHORT_REF);
  const where = repo === undefined ? shortRef : `${repo}@${shortRef}`;
  return `🔧 [${where}] ${message.replace(LINE_BREAK, ' ')} (${wallClock(commit_date)})`;
}

/** A date without a zone is taken as written. A clock that is ahead does not keep a commit on top for ever. */
export function commitTime({ commit_date }: GitCommit, now: number): number {
  const [day, time = ''] = commit_date.toUpperCase().split('T');
  const [, clock = '', zone = 'Z'] = /^([\d:]+)(?:[.,]\d+)?(.*)$/.exec(time) ?? [];
  const offset =
    zone === '' ? 'Z' : zone.replace(/^([+-]\d\d):?(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`);
  const at = Date.parse(`${day}T${clock}${offset}`);
  return Number.isNaN(at) ? now : Math.min(at, now);
}

/** The schema has checked the form: year, month, day, hour and minute are at fixed places. */
function wallClock(date: string): string {
  const [year, month, day] = [date.slice(0, 4), date.slice(5, 7), date.slice(8, 10)];
  return `${day}/${month}/${year} ${date.slice(11, 16)}`;
}

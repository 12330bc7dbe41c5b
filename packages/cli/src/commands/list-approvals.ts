/** The approvals of the signed-in user, as the service lists them. */
import type { Approval } from '@synapse/contract';
import type { Api } from '../api.ts';
import type { Call } from '../call.ts';
import { printable, printableLines } from '../terminal.ts';
import { tell } from '../words/tell.ts';

export async function listApprovals(api: Api, status: 'pending' | undefined): Promise<Approval[]> {
  const query = status === undefined ? '' : `?status=${status}`;
  return (await api.call<{ approvals: Approval[] }>('GET', `/synapse/approvals${query}`)).approvals;
}

export function placeOf({ machine, container }: Pick<Approval, 'machine' | 'container'>): string {
  return printable(container === null ? machine : `${machine}/${container}`);
}

/** The diff whole, as far as the list has it; how much is missing is said. */
export function fileLines(
  { terminal }: Call,
  { diff, more_lines, size, sha256, place }: NonNullable<Approval['file']>,
): string[] {
  const paint = (line: string): string =>
    line.startsWith('+') ? terminal.green(line) : line.startsWith('-') ? terminal.red(line) : line;
  return [
    ...(place === null ? [] : printableLines(tell('approval_place', { place })).map((line) => `  ${line}`)),
    `  ${tell('approval_file', { size, sha256 })}`,
    ...printableLines(diff)
      .slice(2)
      .map((line) => `  ${paint(line)}`),
    ...(more_lines === 0 ? [] : [`  ${tell('approval_more_lines', { count: more_lines })}`]),
  ];
}

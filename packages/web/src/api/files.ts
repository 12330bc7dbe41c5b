/** Files of a machine: bytes in both directions, and what a folder holds. */
import type { Folder, WriteFileAnswer } from '@synapse/contract';
import { FILE_LIMITS } from '@synapse/contract/file-limits';
import { queryOptions } from '@tanstack/react-query';
import { at, call, callBytes, withQuery } from './call.ts';
import { inWorkspace } from './workspace.ts';

export type { Folder, FolderEntry } from '@synapse/contract';

export interface Place {
  readonly machine: string;
  readonly container: string | undefined;
  readonly path: string;
}

export const folderQuery = ({ machine, container, path }: Place) =>
  queryOptions({
    queryKey: ['folder', machine, container ?? null, path],
    queryFn: ({ signal }) =>
      call<Folder>('GET', withQuery(at`/synapse/machines/${machine}/folder`, { path, container }), undefined, signal),
    // Each look is a command of the thirty a minute.
    refetchOnWindowFocus: false,
    retry: false,
    staleTime: 60_000,
  });

export const fileAddress = ({ machine, container, path }: Place): string =>
  inWorkspace(withQuery(at`/synapse/machines/${machine}/file`, { path, container }));

/** The text of a file, and which version it is. Null: not text, or too much to edit here. */
export interface OpenText {
  readonly text: string;
  readonly etag: string;
}

export async function openText(place: Place): Promise<OpenText | null> {
  const response = await callBytes('GET', fileAddress(place));
  const etag = response.headers.get('etag');
  const bytes = await response.arrayBuffer();
  if (etag === null || bytes.byteLength > FILE_LIMITS.bytes) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes('\0') ? null : { text, etag };
  } catch {
    return null;
  }
}

/** Only if it is still the version that was opened. */
export const saveText = (place: Place, text: string, etag: string): Promise<WriteFileAnswer> =>
  put(place, new Blob([text]), { 'if-match': etag });

/** `replace`: also if there is one of that name. */
export const uploadFile = (place: Place, file: Blob, replace: boolean): Promise<WriteFileAnswer> =>
  put(place, file, replace ? {} : { 'if-none-match': '*' });

async function put(place: Place, body: Blob, headers: Record<string, string>): Promise<WriteFileAnswer> {
  return (await callBytes('PUT', fileAddress(place), body, headers)).json();
}

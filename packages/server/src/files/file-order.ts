/** What is wanted of a file: as data where a tool asks, so that it can wait for a person; as work where bytes stream. */
import { createHash } from 'node:crypto';
import {
  type EditFileRequest,
  FILE_SUDO,
  type FileAnswer,
  type FileVerb,
  type ReadFileRequest,
  type SearchFilesRequest,
  type WriteFileRequest,
} from '@synapse/contract';
import type { RunScript } from './run-script.ts';

export type FileOrder =
  | { readonly verb: 'read-file'; readonly request: ReadFileRequest }
  | { readonly verb: 'search-files'; readonly request: SearchFilesRequest }
  | { readonly verb: 'write-file'; readonly request: WriteFileRequest; readonly encoding?: 'base64' }
  | { readonly verb: 'edit-file'; readonly request: EditFileRequest }
  | {
      readonly verb: FileVerb;
      readonly path: string;
      readonly stream: FileWork;
      /** The same as data, where it is little enough to wait for a person. Takes all of the stream. */
      readonly whole?: () => Promise<Exclude<FileOrder, { stream: unknown }>>;
    };

/** The bytes that would be written, with the names of secrets instead of their values. */
export const bytesOf = (text: string, encoding: 'base64' | undefined): Buffer => Buffer.from(text, encoding ?? 'utf8');

/** What is done on the machine, by one script after the other. Throws a refusal. */
export type FileWork = (run: RunScript) => Promise<FileAnswer | null>;

export const pathOf = (order: FileOrder): string => ('stream' in order ? order.path : order.request.path);

/** It is to be done as root. */
export const asksSudo = (order: FileOrder): boolean =>
  !('stream' in order) && order.verb !== 'search-files' && order.request.sudo === true;

/** What the audit log calls it. */
export const templateOf = (order: FileOrder): string =>
  `${asksSudo(order) ? FILE_SUDO : ''}${order.verb} ${pathOf(order)}`;

/** The same, different for each text that would be written: who agrees to one has not agreed to another. */
export function exactTemplateOf(order: FileOrder): string {
  if ('stream' in order || order.verb === 'read-file') return templateOf(order);
  const digest = createHash('sha256').update(JSON.stringify(order.request)).digest('hex');
  return `${templateOf(order)} #${digest}`;
}

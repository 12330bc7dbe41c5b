/** From an order about a file to the work on its machine, with the vault as it is now. */
import { FILE_LIMITS } from '@synapse/contract';
import {
  bytesOf,
  editFile,
  type FileOrder,
  type FileWork,
  readFile,
  searchFiles,
  tooLarge,
  writeFile,
} from '../../files/index.ts';
import type { Clearance } from '../../vault/clearance.ts';
import { missingSecret } from '../../vault/missing-secret.ts';
import type { VaultSnapshot } from '../../vault/vault-snapshot.ts';
import { isMeant, refuseHidden } from '../prepare/placeholders/placeholder.ts';

const PLACEHOLDER = /\{\{([A-Za-z_][A-Za-z0-9_]*)\}\}/g;

/** The names of the secrets that it would fill in, each once. Throws secret_missing and placeholder_unsupported. */
export function secretsOf(file: FileOrder, vault: Pick<VaultSnapshot, 'has' | 'names'>): string[] {
  if ('stream' in file) return [];
  // An edit keeps what was hidden in the text that it replaces.
  if (file.verb === 'edit-file') for (const edit of file.request.edits) refuseHidden(edit.new, edit.old);
  if (file.verb !== 'write-file') return [];
  refuseHidden(file.request.text);
  if (!file.request.secrets) return [];
  const names = [...file.request.text.matchAll(PLACEHOLDER)]
    .map(([, name]) => name!)
    .filter((name) => isMeant(name, vault.has));
  const missing = names.find((name) => !vault.has(name));
  if (missing !== undefined) throw missingSecret(missing, vault);
  return [...new Set(names)];
}

export function fileWork(file: FileOrder, vault: VaultSnapshot, clearance: Clearance, maxChars: number): FileWork {
  if ('stream' in file) return file.stream;
  const { redactor } = vault;
  switch (file.verb) {
    case 'read-file':
      return (run) => readFile(run, file.request, redactor, maxChars);
    case 'search-files':
      return (run) => searchFiles(run, file.request, redactor, maxChars);
    case 'edit-file':
      return (run) => editFile(run, file.request, redactor);
    case 'write-file': {
      const { path, text, secrets, expect, mode, parents } = file.request;
      // Before anything is asked of the machine.
      if (bytesOf(text, file.encoding).length > FILE_LIMITS.bytes) throw tooLarge(path);
      const bytes = () => bytesOf(secrets ? filledIn(text, vault, clearance) : text, file.encoding);
      return (run) => writeFile(run, { path, bytes: bytes(), expect, mode: mode ?? null, parents: parents ?? false });
    }
  }
}

function filledIn(text: string, vault: VaultSnapshot, clearance: Clearance): string {
  return text.replaceAll(PLACEHOLDER, (written, name: string) =>
    vault.has(name) ? vault.value(name, clearance).reveal() : written,
  );
}

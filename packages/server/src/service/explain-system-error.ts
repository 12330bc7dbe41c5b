/** Why the system or the database refused something at start, in words for the operator. */

const LISTENING: Readonly<Record<string, string>> = {
  EADDRINUSE: 'stop the other program, or choose another SYNAPSE_PORT',
  EACCES: 'choose a SYNAPSE_PORT of 1024 or more, or give the process the right to use a lower one',
};
const OWN_ADDRESS = 'set SYNAPSE_HOST to an address of this computer';

/** Null for an error that the surroundings did not cause. */
export function explainSystemError(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code = '', syscall, message, path } = error as NodeJS.ErrnoException;
  if (syscall === 'listen') return `${message}: ${LISTENING[code] ?? OWN_ADDRESS}.`;
  if (syscall === 'getaddrinfo') return `${message}: ${OWN_ADDRESS}.`;
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) {
    return `The database in the data directory is damaged (${message}): restore a backup into a new SYNAPSE_DATA_DIR.`;
  }
  if (code.startsWith('SQLITE_') || path !== undefined) {
    return `The data directory (SYNAPSE_DATA_DIR) cannot be used: ${message}`;
  }
  return null;
}

const NO_RIGHTS = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'];

/** The service may not use its own files: trying again changes nothing. A port below 1024 is no file. */
export function lacksRights(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '', path, syscall } = error as NodeJS.ErrnoException;
  return path !== undefined && syscall !== 'listen' && NO_RIGHTS.includes(code);
}

/** What may be a working directory. */

const CWD_MAX = 4096;

/** An absolute POSIX path without NUL and without a `..` segment. Only the machine knows whether it exists. */
export function isValidCwd(cwd: string): boolean {
  return cwd.startsWith('/') && cwd.length <= CWD_MAX && !cwd.includes('\0') && !cwd.split('/').includes('..');
}

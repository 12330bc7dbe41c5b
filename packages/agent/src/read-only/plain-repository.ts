/** Whether a repository's own settings are free of anything that would make Git start a program. */
import { runProgram } from '@synapse/runner';

const WITHIN_MS = 5_000;

/**
 * What `git clone`, `git remote` and `git branch` write. Filters, drivers, helpers and includes are not among these.
 */
const PLAIN_KEY =
  /^(?:core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|abbrev)|remote\.[^\n]*\.(?:url|pushurl|fetch|tagopt|prune)|branch\.[^\n]*\.(?:remote|merge|rebase|description|pushremote)|user\.(?:name|email)|init\.defaultbranch|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote)|fetch\.prune|color\.[a-z]+|commit\.gpgsign|tag\.gpgsign|extensions\.objectformat)$/i;

export async function isPlainRepository(cwd: string): Promise<boolean> {
  try {
    const { stdout } = await runProgram(
      'git',
      ['config', '--local', '--list', '--name-only', '--null', '--no-includes'],
      {
        cwd,
        timeout: WITHIN_MS,
      },
    );
    return stdout.split('\0').every((key) => key === '' || PLAIN_KEY.test(key));
  } catch {
    return false;
  }
}

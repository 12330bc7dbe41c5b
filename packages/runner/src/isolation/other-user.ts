/**
 * Commands belong to another user than the service: the kernel keeps both apart, with no namespace. The service needs
 * the capabilities to change user and group for that, and to end what it has started; `setpriv` takes them away again
 * before the command begins.
 */
import { runProgram } from '../start-child.ts';
import { systemProgram } from '../system-program.ts';
import type { Isolation } from './isolation.ts';

interface Login {
  readonly uid: string;
  readonly gid: string;
  readonly name: string | null;
  readonly home: string;
}

/** `user`: a name, or a number that no name has to belong to. Throws where there is no such user. */
export async function otherUser(user: string): Promise<Isolation> {
  const { uid, gid, name, home } = await findLogin(user);
  if (Number(uid) === process.getuid?.()) throw new Error('that is the user of the service itself');
  const groups = name === null ? '--clear-groups' : '--init-groups';
  const become = [
    systemProgram('setpriv'),
    `--reuid=${uid}`,
    `--regid=${gid}`,
    groups,
    '--inh-caps=-all',
    '--ambient-caps=-all',
    '--',
  ];
  return {
    kind: 'user',
    descriptors: [],
    environment: { HOME: home, USER: name ?? uid, LOGNAME: name ?? uid },
    enclose: (argv) => [...become, ...argv],
    close: () => {},
  };
}

async function findLogin(user: string): Promise<Login> {
  const line = await runProgram(systemProgram('getent'), ['passwd', user]).then(
    ({ stdout }) => stdout.split('\n')[0] ?? '',
    () => '',
  );
  const [name, , uid, gid, , home] = line.split(':');
  if (name && uid && gid) return { uid, gid, name, home: home || '/' };
  if (/^[1-9]\d{0,9}$/.test(user)) return { uid: user, gid: user, name: null, home: '/' };
  throw new Error(`there is no user ${user}`);
}

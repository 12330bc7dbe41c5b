/** `ssh`: another machine, and what the command does there. */
import { textOf } from '../arg.ts';
import { having, opaque } from '../judge-program.ts';
import type { Call, Program, ReadArgs } from '../program.ts';
import type { Finding } from '../walk/frame.ts';

/** The words behind the host are joined and given to a shell over there. */
function remote(read: ReadArgs, call: Call): Finding {
  const { frame, state } = call;
  if (read.given.has('V') && read.operands.length === 0) return having(call, 'read');
  const command = read.operands.slice(1).map(textOf);
  const around = [...new Set([...state.around, 'network' as const])];
  const far = {
    ...state,
    around,
    variables: new Map(),
    functions: new Map(),
    positional: [],
    folders: null,
    direct: false,
  };
  const script =
    command.length === 0 ? state.stdin.text : command.some((text) => text === null) ? null : command.join(' ');
  if (script === null) return { ...opaque(call, 'runs_text'), effects: ['network', 'opaque'] };
  frame.walk.script(frame.found, script, far);
  return having(call, 'network');
}

export const ssh: Program = {
  ordered: true,
  // `-I` loads a library, and `-E` writes a log.
  short: '46AaCfGgKkMNnqsTtVvXxYy b= c= e= i: J= l= m= p= Q= o=',
  operands: 'text',
  judge: (read, call) => {
    const options = (read.given.get('o') ?? []).map((arg) => textOf(arg) ?? '');
    const finding = remote(read, call);
    // `ProxyCommand`, `LocalCommand` and their like start programs here, `SetEnv` changes what programs do over there.
    const known = options.every((text) =>
      /^(?:BatchMode|ConnectTimeout|StrictHostKeyChecking|ServerAlive\w+|Port|User|IdentityFile|IdentitiesOnly|LogLevel|ConnectionAttempts|PasswordAuthentication|PreferredAuthentications)[= ]|^UserKnownHostsFile[= ]\/dev\/null$/i.test(
        text,
      ),
    );
    return known ? finding : { ...finding, effects: [...new Set([...finding.effects, 'opaque' as const])] };
  },
};

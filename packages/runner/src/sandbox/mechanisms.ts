/** Every mechanism, the best first. */
import { bubblewrap } from './bubblewrap.ts';
import { landlock } from './landlock.ts';
import type { Mechanism, SandboxName } from './mechanism.ts';
import { sandboxExec } from './sandbox-exec.ts';
import { systemd } from './systemd.ts';
import { userNamespaces } from './user-namespaces.ts';

export const MECHANISMS: readonly Mechanism[] = [bubblewrap, userNamespaces, systemd, landlock, sandboxExec];

/** Under bubblewrap, root can read nobody's private files but its own. */
export const MECHANISMS_OF_ROOT = [userNamespaces, ...MECHANISMS.filter((each) => each !== userNamespaces)];

export function mechanismOf(name: SandboxName): Mechanism {
  return MECHANISMS.find((mechanism) => mechanism.name === name)!;
}

/** Every mechanism, the best first. */
import { bubblewrap } from './bubblewrap.ts';
import type { Mechanism, SandboxName } from './mechanism.ts';
import { sandboxExec } from './sandbox-exec.ts';
import { systemd } from './systemd.ts';
import { userNamespaces } from './user-namespaces.ts';

export const MECHANISMS: readonly Mechanism[] = [bubblewrap, userNamespaces, systemd, sandboxExec];

export function mechanismOf(name: SandboxName): Mechanism {
  return MECHANISMS.find((mechanism) => mechanism.name === name)!;
}

/** The executor for ssh machines, on a real sshd with its default limits, as ordinary user and as root. */
import { describeEngine } from '../engines/describe-engine.ts';
import { locateSshd } from '../engines/sshd.ts';
import { startSshRig } from './ssh-rig.ts';
import { describeExecutor } from './suite.ts';

describeEngine(await locateSshd(), 'executors over ssh', (program) => {
  // The start-up file of this account prints on both streams. The suite's exact outputs show that none of it gets
  // through.
  describeExecutor('ssh, an account with a noisy .bashrc', () => startSshRig(program(), 'noisy'), {
    reboot: true,
    vanish: true,
  });
  if (process.getuid?.() === 0) {
    describeExecutor('ssh, root', () => startSshRig(program(), 'root'), { reboot: true, vanish: true });
  }
});

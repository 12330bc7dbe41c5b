/** A hint why `docker`, `systemctl` and other clients cannot connect in a command that only reads. */
import type { OpenExecution } from '../execution.ts';
import { type Complaint, hintAt, type OutputHint } from './output-hint.ts';

const COMPLAINT: Complaint = {
  pattern: new RegExp(
    [
      'address family not supported',
      "can't create unix socket",
      'permission denied while trying to connect to the',
      'cannot connect to the docker daemon',
      'cannot connect to podman',
      'failed to connect to the docker api',
      'failed to connect to [a-z ]*bus',
      'not been booted with systemd',
      'failed to get d-bus connection',
    ].join('|'),
    'i',
  ),
  longest: 80,
  hint:
    'synapse: a command that only looks reaches no service (docker, systemd, databases): what answers there could also ' +
    'change things. Read files instead: journalctl -u UNIT, ps, /var/log, /sys/fs/cgroup, the *-json.log below ' +
    '/var/lib/docker/containers. Or run it as an ordinary command (synapse_exec), where the policy decides.\n',
  // `docker ps | head` succeeds.
  onlyAfterFailure: false,
};

export const hintAtServices = ({ output }: OpenExecution): OutputHint => hintAt([COMPLAINT], output);

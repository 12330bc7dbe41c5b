// `ssh -v`: whom it reached, what was offered and how it ended; removes its configuration and the negotiation of
// versions.
import { declareFilter } from '../../declare-filter.ts';

export const ssh = declareFilter({
  name: 'ssh',
  matches: ({ program, args }) => /^(?:ssh|scp|sftp)$/.test(program) && args.some((arg) => /^-v{1,3}$/.test(arg)),
  drop: [
    /^debug[123]: (?:Reading configuration data|\S+ line \d+: (?:include|Applying options)|Local version string|Remote protocol version|compat_banner|SSH2_MSG_|kex: |expecting SSH2|rekey |set_rekey|ssh_packet|Sending environment|channel \d+: |pledge:|client_input|mux_|load_hostkeys: fopen|hostkeys_find|fd \d+ setting|Connection established|identity file \S+ type -1|Local connections|Found key in|order_hostkeyalgs|get_agent|sign_and_send|send packet|receive packet)/,
    /^OpenSSH_\S+, OpenSSL /,
  ],
});

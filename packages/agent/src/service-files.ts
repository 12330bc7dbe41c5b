/** The files that make an agent start with its owner's session: a systemd user unit, or a launchd agent. Pure. */

export const UNIT = 'synapse-agent.service';
export const LABEL = 'synapse.agent';

/** Exit status after which a restart would change nothing: the service will not have this agent. */
export const REFUSED_STATUS = 3;

export function systemdUnit(argv: readonly string[], path: string): string {
  return `[Unit]
Description=Synapse agent
After=network-online.target

[Service]
ExecStart=${argv.map(systemdQuote).join(' ')}
Environment=${systemdQuote(`PATH=${path}`)}
Restart=always
RestartSec=5
RestartPreventExitStatus=${REFUSED_STATUS}
NoNewPrivileges=true

[Install]
WantedBy=default.target
`;
}

export function launchdPlist(argv: readonly string[], path: string): string {
  const text = (value: string): string => `<string>${xml(value)}</string>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>${text(LABEL)}
  <key>ProgramArguments</key>
  <array>${argv.map(text).join('')}</array>
  <key>EnvironmentVariables</key>
  <dict><key>PATH</key>${text(path)}</dict>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><true/>
  <key>ThrottleInterval</key><integer>60</integer>
</dict>
</plist>
`;
}

/** systemd expands `%` and `$` itself. */
function systemdQuote(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('$', '$$$$');
  return `"${escaped}"`;
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

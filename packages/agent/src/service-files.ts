/** The files that make an agent start with its owner's session: a systemd user unit, or a launchd agent. Pure. */

export const UNIT = 'synapse-agent.service';
export const LABEL = 'synapse.agent';

/** Exit status that tells the service manager not to restart: the service refuses this agent for good. */
export const REFUSED_STATUS = 3;

type Environment = Readonly<Record<string, string>>;

export function systemdUnit(argv: readonly string[], environment: Environment): string {
  const set = Object.entries(environment).map(([name, value]) => `Environment=${quote(`${name}=${value}`)}`);
  return `[Unit]
Description=Synapse agent
After=network-online.target

[Service]
ExecStart=${argv.map(quoteArgument).join(' ')}
${set.join('\n')}
Restart=always
RestartSec=5
RestartPreventExitStatus=${REFUSED_STATUS}
NoNewPrivileges=true
Delegate=yes
KillMode=process

[Install]
WantedBy=default.target
`;
}

/** `errors`: the file for the agent's last words, because launchd keeps nothing itself. */
export function launchdPlist(argv: readonly string[], environment: Environment, errors: string): string {
  const text = (value: string): string => `<string>${xml(value)}</string>`;
  const set = Object.entries(environment).map(([name, value]) => `<key>${name}</key>${text(value)}`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>${text(LABEL)}
  <key>ProgramArguments</key>
  <array>${argv.map(text).join('')}</array>
  <key>EnvironmentVariables</key>
  <dict>${set.join('')}</dict>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><true/>
  <key>ThrottleInterval</key><integer>60</integer>
  <key>StandardErrorPath</key>${text(errors)}
</dict>
</plist>
`;
}

/** systemd expands `%` everywhere. */
function quote(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('%', '%%').replaceAll('\n', '\\n');
  return `"${escaped}"`;
}

/** In a command line, systemd expands `$` too. */
function quoteArgument(text: string): string {
  return quote(text).replaceAll('$', '$$$$');
}

function xml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

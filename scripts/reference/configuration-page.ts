/** The reference page of the configuration, from the option table. */
import { CLIENT_NAMES, OPTIONS } from '../../packages/server/src/config/options.ts';
import { tableOf } from './markdown.ts';

export function configurationPage(): string {
  const rows = Object.values(OPTIONS).map(({ name, fallback, takes, about, secret }) => [
    `\`${name}\``,
    fallback === null ? 'unset' : `\`${fallback}\``,
    takes,
    secret ? `${about} Secret: prefer \`${name}_FILE\`.` : about,
  ]);
  return [
    '# Configuration',
    '',
    'Everything is set by environment variables. Each is also read from the file that `<NAME>_FILE` names. An unknown `SYNAPSE_` name is an error at start, with the nearest known one. Names that begin with `AWS_` and `OTEL_` are those that the tools of S3 and OpenTelemetry use.',
    '',
    ...tableOf(['Name', 'Default', 'Takes', 'Meaning'], rows),
    '',
    `Names that clients read and the service passes over: ${CLIENT_NAMES.map((name) => `\`${name}\``).join(', ')}.`,
    '',
  ].join('\n');
}

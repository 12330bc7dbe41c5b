/** How a machine is reached, as it crosses the wire. Credentials are names of secrets in the vault, never values. */
import * as z from 'zod';
import { FORMS } from './forms.ts';
import { freeOfText } from './identifier.ts';

export const SecretName = freeOfText(z.string().regex(FORMS.secret));

const Host = freeOfText(z.string().regex(FORMS.host));
const Port = z.int().min(1).max(65535);
const LoginName = freeOfText(z.string().regex(FORMS.login));

const hop = z.strictObject({
  host: Host,
  port: Port.default(22),
  user: LoginName,
  key_secret: SecretName.optional(),
  password_secret: SecretName.optional(),
  /** The name of the secret that holds the passphrase of an encrypted key. */
  passphrase_secret: SecretName.optional(),
  /** The name of the secret that holds the OpenSSH certificate of the key. */
  certificate_secret: SecretName.optional(),
  /** Instead of a key: the ssh-agent of the service itself, at its SSH_AUTH_SOCK. */
  agent: z.literal(true).optional(),
  /** `algorithm base64`, as in known_hosts. Without one, the first key that the host shows is pinned. */
  host_key: z.string().max(4096).optional(),
});

export type SshHop = z.infer<typeof hop>;
export type SshConnection = SshHop & { readonly jump?: SshConnection | undefined };

/** Hosts to go through, one behind the other. More than anybody has, and bounded. */
export const JUMPS_MAX = 8;

/** `brief` replaces the schema's description where that would say the same thing twice. */
const through = (inner: z.ZodType<SshConnection>): z.ZodType<SshConnection> =>
  hop.extend({ jump: inner.meta({ brief: 'A host to go through, given like this one.' }).optional() });

export const SshConnection: z.ZodType<SshConnection> = Array.from({ length: JUMPS_MAX }).reduce<
  z.ZodType<SshConnection>
>(through, hop);

/** The host itself, then the one it is reached through, and so on to the first that is connected to. */
export function hopsOf(connection: SshConnection): SshHop[] {
  const { jump, ...own } = connection;
  return jump === undefined ? [own] : [own, ...hopsOf(jump)];
}

const SocketPath = z.string().regex(FORMS.socket);
export const DockerConnection = z.union([
  z.strictObject({ socket: SocketPath }),
  z.strictObject({
    host: z.string().regex(/^[a-zA-Z0-9.:_[\]-]{1,255}$/),
    ca_secret: SecretName,
    cert_secret: SecretName,
    key_secret: SecretName,
  }),
]);
export type DockerConnection = z.infer<typeof DockerConnection>;

export const Connection = z.union([SshConnection, DockerConnection]);
export type Connection = z.infer<typeof Connection>;

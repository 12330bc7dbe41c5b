/** Where secrets lie, and what must not be lost. `*` stands for a piece of a name, `**` for any folders. */
import { ANY, STAR } from './pattern.ts';

const asPattern = (glob: string): string => glob.replaceAll('**', ANY).replaceAll('*', STAR);

/** Names that hold secrets wherever they lie. */
export const NAMES: readonly string[] = [
  ...[
    '.env',
    '.env.*',
    '.envrc',
    '*.env',
    'id_rsa',
    'id_rsa*',
    'id_dsa',
    'id_dsa*',
    'id_ecdsa',
    'id_ecdsa*',
    'id_ed25519',
    'id_ed25519*',
    'identity.json',
  ],
  ...['.netrc', '_netrc', '.pgpass', '.my.cnf', '.mylogin.cnf', '.git-credentials', '.npmrc', '.pypirc', '.dockercfg'],
  ...['credentials', 'credentials.*', '*credentials.json', '*-credentials.*', 'secret', 'secrets', 'secret.*'],
  ...['secrets.*', '*secret*.y*ml', '*secret*.json', 'kubeconfig', 'kubeconfig.*', '*.kubeconfig', '.vault-token'],
  ...['.htpasswd', 'htpasswd', 'shadow', 'shadow-', 'gshadow', 'gshadow-', 'opasswd', '*password*', '*passwd.txt'],
  ...['.bash_history', '.zsh_history', '.*_history', '.history', '.s3cfg', '.boto', 'wp-config.php', 'master.key'],
  ...[
    'privkey*',
    '*private*key*',
    '*_rsa',
    '*_ed25519',
    'service-account*.json',
    'application_default_credentials.json',
  ],
  ...['terraform.tfstate*', '.terraformrc', 'rclone.conf', 'k3s.yaml', 'krb5.keytab', 'environ', '.Xauthority'],
].map(asPattern);

/** Endings of such names. */
export const ENDINGS: readonly string[] = [
  ...[
    '.env',
    '.key',
    '.pem',
    '.p12',
    '.pfx',
    '.jks',
    '.keystore',
    '.kdbx',
    '.keytab',
    '.tfvars',
    '.ppk',
    '.asc',
    '.gpg',
  ],
  ...['.kdb', '.ovpn', '.crt.key'],
].map(asPattern);

/** Not private, though the lists above would say so. */
const OPEN_NAMES = /^(?:known_hosts|authorized_keys)$|\.(?:pub|example|sample|template|dist|tpl)$/i;
const OPEN_PLACES = /\.ssh\/config$|\/etc\/(?:passwd|group)$|^\/etc\/apt\/|^\/usr\/share\//i;
const PUBLIC_HALVES = /cert|chain|ca|crt|pub/i;

export function isExcepted(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return (
    OPEN_NAMES.test(name) ||
    OPEN_PLACES.test(path) ||
    (/\.(?:pem|asc|gpg)$/i.test(name) && PUBLIC_HALVES.test(name.slice(0, -4)))
  );
}

/** Places that hold secrets whatever the names there are. */
export const SENSITIVE: readonly string[] = [
  ...['/etc/shadow*', '/etc/gshadow*', '/etc/sudoers', '/etc/sudoers.d/**', '/etc/security/opasswd'],
  ...['/etc/ssl/private/**', '/etc/pki/tls/private/**', '/etc/ssh/ssh_host_*_key', '/etc/letsencrypt/live/**'],
  ...['/etc/letsencrypt/archive/**', '/etc/wireguard/**', '/etc/openvpn/**', '/etc/ipsec.secrets', '/etc/ppp/*secrets'],
  ...['/etc/NetworkManager/system-connections/**', '/etc/kubernetes/*.conf', '/etc/kubernetes/pki/**'],
  ...['/etc/mysql/debian.cnf', '/etc/docker/key.json', '/etc/crypttab', '/var/backups/*shadow*', '/run/secrets/**'],
  ...['/var/run/secrets/**', '/var/lib/kubelet/**', '/var/lib/docker/**', '/var/lib/containerd/**'],
  ...['/var/lib/postgresql/**', '/var/lib/mysql/**', '/var/lib/redis/**', '/var/spool/cron/**'],
  ...['**/.ssh/**', '**/.gnupg/**', '**/.aws/**', '**/.azure/**', '**/.kube/**', '**/.docker/config.json'],
  ...['**/.config/gcloud/**', '**/.config/gh/hosts.yml', '**/.config/rclone/**', '**/.config/op/**'],
  '**/.config/synapse/**',
  ...['**/.password-store/**', '**/.cargo/credentials*', '**/.gem/credentials', '**/.terraform.d/credentials*'],
  ...['**/.local/share/keyrings/**', '**/.mozilla/firefox/**', '**/.config/google-chrome/**', '**/.docker/.token*'],
  ...['/proc/*/environ', '/proc/*/mem', '/proc/*/auxv', '/proc/*/task/*/environ', '/proc/*/task/*/mem'],
  ...['/proc/*/root/**', '/proc/*/cwd/**', '/proc/*/fd/**', '/proc/*/map_files/**', '/proc/kcore', '/proc/kmsg'],
  ...['/dev/fd/../**', '/dev/mem', '/dev/kmem', '/dev/port', '/dev/sd*', '/dev/nvme*', '/dev/vd*', '/dev/xvd*'],
  ...['/dev/hd*', '/dev/mmcblk*', '/dev/mapper/**', '/dev/dm-*', '/dev/disk/**', '/dev/md*', '/dev/input/**'],
  ...['/sys/kernel/debug/**', '/sys/kernel/tracing/**', '/sys/firmware/efi/efivars/**'],
].map(asPattern);

/** Without these the machine, or all that a person has on it, is gone. */
export const PROTECTED: readonly string[] = [
  ...['/', '/bin', '/boot', '/dev', '/etc', '/home', '/lib', '/lib32', '/lib64', '/opt', '/proc', '/root', '/run'],
  ...['/sbin', '/srv', '/sys', '/usr', '/var', '/Users', '/System', '/Library', '/Applications', '/home/*', '/Users/*'],
  ...['/usr/bin', '/usr/sbin', '/usr/lib', '/usr/lib64', '/usr/local', '/usr/share', '/var/lib', '/boot/efi'],
  ...['/boot/grub', '/lib/modules', '/etc/ssh', '/etc/systemd', '/etc/pam.d', '/var/lib/dpkg', '/var/lib/docker'],
].map(asPattern);

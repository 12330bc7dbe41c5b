/** What no command in a sandbox can read, whoever it runs as: keys, passwords, credentials, mail, what people typed. */

/** `*` stands for a piece of a name. A folder stands for all in it. */
export const PRIVATE_PLACES: readonly string[] = [
  ...['/etc/shadow*', '/etc/gshadow*', '/etc/sudoers', '/etc/sudoers.d', '/etc/security/opasswd', '/etc/crypttab'],
  ...['/etc/ssh/ssh_host_*_key', '/etc/ssl/private', '/etc/pki/tls/private', '/etc/krb5.keytab', '/etc/ipsec.secrets'],
  ...['/etc/letsencrypt/live', '/etc/letsencrypt/archive', '/etc/letsencrypt/keys', '/etc/letsencrypt/accounts'],
  ...['/etc/wireguard', '/etc/openvpn', '/etc/ppp/*secrets', '/etc/NetworkManager/system-connections'],
  ...['/etc/kubernetes/*.conf', '/etc/kubernetes/pki', '/etc/rancher', '/var/lib/rancher', '/var/lib/kubelet'],
  ...['/etc/mysql/debian.cnf', '/etc/docker/key.json', '/etc/synapse', '/var/lib/synapse', '/var/backups/*shadow*'],
  ...['/var/lib/docker/containers/*/config.v2.json', '/var/lib/docker/volumes', '/var/lib/docker/overlay2'],
  ...['/var/lib/containerd', '/var/lib/containers', '/var/lib/postgresql', '/var/lib/mysql', '/var/lib/redis'],
  ...['/var/spool/cron', '/var/mail', '/var/spool/mail', '/run/secrets', '/var/run/secrets'],
];

/** In every home directory. */
export const PRIVATE_IN_HOMES: readonly string[] = [
  ...['.gnupg', '.aws', '.azure', '.kube', '.docker', '.oci', '.password-store', '.mozilla', '.thunderbird'],
  ...['.config/gh', '.config/glab-cli', '.config/gcloud', '.config/doctl', '.config/hcloud', '.config/rclone'],
  ...[
    '.config/op',
    '.config/synapse',
    '.config/synapse-agent',
    '.config/sops',
    '.config/containers',
    '.config/git/credentials',
  ],
  ...['.config/google-chrome', '.config/chromium', '.config/BraveSoftware', '.config/microsoft-edge', '.config/Signal'],
  ...['.local/share/keyrings', '.local/share/kwalletd', '.local/share/synapse', '.local/state/synapse', '.synapse'],
  ...['.netrc', '_netrc', '.pgpass', '.my.cnf', '.mylogin.cnf', '.git-credentials', '.npmrc', '.pypirc', '.dockercfg'],
  ...['.vault-token', '.s3cfg', '.boto', '.terraformrc', '.terraform.d/credentials.tfrc.json', '.gem/credentials'],
  ...['.cargo/credentials', '.cargo/credentials.toml', '.Xauthority', '.ICEauthority', '.bash_history', '.zsh_history'],
  ...['.python_history', '.psql_history', '.mysql_history', '.sqlite_history', '.rediscli_history', '.history'],
  ...['.node_repl_history', '.local/share/fish', 'Maildir', 'Mail', 'mbox', '.mail', '.config/Code/User/globalStorage'],
];

/** What of `.ssh` is no secret; as a regular expression of Perl. */
export const OPEN_IN_SSH = '^(?:config|known_hosts.*|authorized_keys.*|.*\\.pub)$';

/** Files with the settings of a program, passwords among them, by their names; and those that only show how one looks. */
const SETTINGS =
  /^(?:\.env(?:rc|\..+)?|(?:.*[._-])?id_(?:rsa|dsa|ecdsa|ed25519)|.*_(?:rsa|dsa|ecdsa|ed25519)|passwords?\.(?:txt|csv|json|ya?ml)|\.npmrc|\.pypirc|\.my\.cnf|\.git-credentials|\.dockercfg|\.vault-token|\.netrc|\.pgpass|\.?htpasswd|secrets?\.(?:ya?ml|json|toml)|credentials(?:\.json|\.ya?ml)?|wp-config\.php|terraform\.tfstate(?:\.backup)?|kubeconfig|service-account.*\.json)$|.\.(?:env|key|tfvars|kdbx|p12|pfx|jks|keystore|ovpn|ppk)$/;
const SAMPLE = /\.(?:example|sample|template|dist|tpl)$/;
/** The same for Perl. */
export const SETTINGS_FILE = SETTINGS.source;
export const SAMPLE_FILE = SAMPLE.source;

const ALONE = new Set(PRIVATE_IN_HOMES.filter((place) => place.startsWith('.')));

/** Whether a file with this name is private wherever it lies. */
export const isPrivateName = (name: string): boolean => (SETTINGS.test(name) && !SAMPLE.test(name)) || ALONE.has(name);

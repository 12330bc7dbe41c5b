/**
 * What is private: keys, passwords, credentials, mail, what people typed. The one list of it. The judge asks before a
 * command reads something of it, and the sandbox keeps it closed; so what is not asked about can also be read.
 */

/** `*` stands for a piece of a name. A folder stands for all in it. */
export const PRIVATE_PLACES: readonly string[] = [
  ...['/etc/shadow*', '/etc/gshadow*', '/etc/sudoers*', '/etc/security/opasswd', '/etc/crypttab'],
  ...['/etc/ssh/ssh_host_*_key', '/etc/ssl/private', '/etc/pki/tls/private', '/etc/krb5.keytab', '/etc/ipsec.secrets'],
  ...['/etc/letsencrypt/live/*/privkey*', '/etc/letsencrypt/archive/*/privkey*'],
  ...['/etc/letsencrypt/keys', '/etc/letsencrypt/accounts'],
  ...['/etc/wireguard', '/etc/openvpn', '/etc/ppp/*secrets', '/etc/NetworkManager/system-connections'],
  ...['/etc/kubernetes/*.conf', '/etc/kubernetes/pki', '/etc/rancher', '/var/lib/rancher', '/var/lib/kubelet'],
  ...['/etc/mysql/debian.cnf', '/etc/docker/key.json', '/etc/synapse', '/var/lib/synapse', '/var/backups/*shadow*'],
  // Of `/var/lib/docker`, all but the logs of containers.
  ...['/var/lib/docker/containers/*/config.v2.json', '/var/lib/docker/containers/*/mounts'],
  ...['volumes', 'overlay2', 'swarm', 'image', 'buildkit', 'plugins', 'tmp'].map((name) => `/var/lib/docker/${name}`),
  ...['/var/lib/containerd', '/var/lib/containers', '/var/lib/postgresql', '/var/lib/mysql', '/var/lib/redis'],
  ...['/var/spool/cron', '/var/mail', '/var/spool/mail', '/run/secrets', '/var/run/secrets'],
];

/** In every home directory; with a dot in front, in any other folder, too. */
export const PRIVATE_IN_HOMES: readonly string[] = [
  ...['.gnupg', '.aws', '.azure', '.kube', '.docker', '.oci', '.password-store', '.mozilla', '.thunderbird'],
  ...['.config/gh', '.config/glab-cli', '.config/gcloud', '.config/doctl', '.config/hcloud', '.config/rclone'],
  ...['.config/op', '.config/synapse', '.config/synapse-agent', '.config/sops', '.config/containers'],
  ...['.config/google-chrome', '.config/chromium', '.config/BraveSoftware', '.config/microsoft-edge', '.config/Signal'],
  ...['.config/git/credentials', '.config/Code/User/globalStorage', '.local/share/fish'],
  ...['.local/share/keyrings', '.local/share/kwalletd', '.local/share/synapse', '.local/state/synapse', '.synapse'],
  ...['.terraform.d/credentials.tfrc.json', '.gem/credentials', '.cargo/credentials', '.cargo/credentials.toml'],
  ...['.mail', 'Maildir', 'Mail', 'mbox'],
];

/**
 * Files wherever they lie, by their names or the ends of their paths. `**` stands for any path. Only files: what lies in
 * a folder of such a name is private where it is said here.
 */
export const PRIVATE_FILES: readonly string[] = [
  ...['.ssh/**', '.env', '.env.*', '.envrc', '*.env', '.env/**', '.env.d/**', '.envs/**'],
  ...['id_rsa', 'id_dsa', 'id_ecdsa', 'id_ed25519', 'id_rsa*', 'id_dsa*', 'id_ecdsa*', 'id_ed25519*'],
  ...['*_rsa', '*_dsa', '*_ecdsa', '*_ed25519', 'identity.json'],
  ...['.netrc', '_netrc', '.pgpass', '.my.cnf', '.mylogin.cnf', '.git-credentials', '.npmrc', '.pypirc', '.dockercfg'],
  ...['.vault-token', '.s3cfg', '.boto', '.terraformrc', 'rclone.conf', '.htpasswd', 'htpasswd', 'krb5.keytab'],
  ...['credentials', 'credentials.*', '*credentials.json', '*-credentials.*', 'credentials/**'],
  ...[
    'secret',
    'secrets',
    'secret.*',
    'secrets.*',
    '*secret*.yml',
    '*secret*.yaml',
    '*secret*.json',
    'secrets/**',
    '.secrets/**',
  ],
  ...['password', 'passwords', '*_password', '*-password', '*passwd.txt'],
  ...['txt', 'csv', 'json', 'yml', 'yaml', 'ini', 'conf', 'cfg', 'toml', 'properties', 'db'].map(
    (end) => `*password*.${end}`,
  ),
  ...['kubeconfig', 'kubeconfig.*', '*.kubeconfig', 'k3s.yaml', 'service-account*.json', 'wp-config.php'],
  ...['terraform.tfstate*', '*.tfvars', 'shadow', 'shadow-', 'gshadow', 'gshadow-', 'opasswd', 'environ'],
  ...['.bash_history', '.zsh_history', '.python_history', '.node_repl_history', '.*_history', '.history'],
  ...['.Xauthority', '.ICEauthority', 'master.key', 'privkey*', '*private*key'],
  ...['*.key', '*.pem', '*.p12', '*.pfx', '*.jks', '*.keystore', '*.kdb', '*.kdbx', '*.keytab', '*.ppk', '*.ovpn'],
  ...['*.asc', '*.gpg'],
];

/** None of those files, though its name or place would say so: what is public, what shows how one looks, code, guides. */
const OPEN: readonly RegExp[] = [
  /(?:^|\/)(?:known_hosts|authorized_keys)[^/]*$/i,
  /(?:^|\/)\.ssh\/config$/i,
  /\.(?:pub|example|sample|template|dist|tpl)$/i,
  /(?:^|\/)[^./][^/]*\.(?:[cm]?tsx?|jsx|go|rs|java|kt|swift|scala|cs|c|h|cc|cpp|hpp|vue|svelte|s?css|html?|mdx?|rst|adoc)$/i,
  // Public halves of keys: by the first word of the name, or the last.
  /(?:^|\/)(?:ca|cacert|certs?|certificates?|(?:full)?chain|public)\d*(?:[._-](?:[^/k]|k(?!ey))*)?\.(?:pem|asc|gpg)$/i,
  /(?:^|\/)(?:[^/k]|k(?!ey))*[._-](?:ca|certs?|certificates?|chain|crt|pub|public|bundle)\d*\.(?:pem|asc|gpg)$/i,
  /^\/etc\/apt\//i,
  /^\/usr\/share\//i,
];

/** What editors and people put behind the name of a copy; and in front of it. */
const COPY = { behind: /(?:~|#|\.(?:bak|old|orig|save|backup|copy|sw[a-p]|\d{1,8}))$/i, before: /^[.#]/ } as const;

/** The pieces of a pattern for regular expressions, of JavaScript and of Perl. */
const asExpression = (glob: string): string =>
  glob.replaceAll('.', '\\.').replace(/\*+/g, (stars) => (stars === '**' ? '.*' : '[^/]*'));

const oneOf = (globs: readonly string[]): string => globs.map(asExpression).join('|');
const places = PRIVATE_IN_HOMES.filter((place) => place.startsWith('.'));
const names = PRIVATE_FILES.filter((glob) => !glob.includes('/'));
const folders = PRIVATE_FILES.filter((glob) => glob.endsWith('/**')).map((glob) => glob.slice(0, -2));

/** The longest piece of a name that a pattern says outright. */
const longestPiece = (glob: string): string =>
  glob.split('*').reduce((longest, piece) => (piece.length > longest.length ? piece : longest));

/** For Perl. Whether letters are capitals makes no difference to any. */
export const PRIVATE_EXPRESSIONS = {
  /** Is found in every name of a private file, and in few others: ten times as quick as the next. */
  hint: oneOf([...new Set(names.map(longestPiece))]),
  /** The name of a private file. */
  name: `^(${oneOf(names)})$`,
  /** A private file by the folder that it is in. */
  below: `(^|/)(${oneOf(folders)}).`,
  /** Neither of them, all the same. */
  open: OPEN.map(({ source }) => source).join('|'),
  copy: { behind: COPY.behind.source, before: COPY.before.source },
  /** What is private in every home, in whatever folder it is, and all in it. */
  place: `(^|/)(${oneOf(places)})(/|$)`,
} as const;

/** No file has a longer name. */
const LONGEST_NAME = 255;
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** No private file, though its name or its folder would say so. */
export const isOpenFile = (path: string): boolean =>
  nameOf(path).length <= LONGEST_NAME && OPEN.some((form) => form.test(path));

/** Whether a file at this path is private, wherever the path begins. */
export function isPrivateFile(written: string): boolean {
  const path = written.toLowerCase();
  if (places.some((place) => `/${path}/`.includes(`/${place.toLowerCase()}/`))) return true;
  const name = nameOf(path);
  const original = name.replace(COPY.behind, '');
  const called = name === original ? [name] : [name, original, original.replace(COPY.before, '')];
  const isNamed = names.some((glob) => called.some((each) => fits(each, glob.toLowerCase().split('*'))));
  return (isNamed || folders.some((folder) => `/${path}`.includes(`/${folder}`))) && !isOpenFile(path);
}

/** Whether a name begins with the first of these pieces, ends with the last, and has the others between them. */
function fits(name: string, [first = '', ...rest]: readonly string[]): boolean {
  const last = rest.pop();
  if (last === undefined) return name === first;
  if (!name.startsWith(first)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return name.length >= at + last.length && name.endsWith(last);
}

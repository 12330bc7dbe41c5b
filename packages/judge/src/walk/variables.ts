/** Variables that change what programs do. */
import type { Arg } from '../arg.ts';
import { isFixed } from '../pattern.ts';

/** Read by the shell, the loader, or programs that people use: a list, for any name may be in the environment already. */
const DANGEROUS =
  /^(?:PATH|IFS|ENV|HOME|CDPATH|FPATH|SHELL|SHELLOPTS|BASHOPTS|BASH_\w*|GLOBIGNORE|PS[0-9]|PROMPT_COMMAND|POSIXLY_CORRECT|FIGNORE|HISTFILE|MAIL\w*|TMOUT|OPTIND|LD_\w*|DYLD_\w*|GCONV_PATH|LOCPATH|NLSPATH|MALLOC_\w*|GLIBC_\w*|HOSTALIASES|RES_OPTIONS|GIT_\w*|\w*PAGER\w*|\w*EDITOR|VISUAL|BROWSER|LESS\w*|MORE|MAN\w*|GROFF\w*|TERMINFO\w*|TERMCAP|INPUTRC|PYTHON\w*|PERL\w*|RUBY\w*|GEM_\w*|BUNDLE_\w*|NODE_\w*|NPM_\w*|npm_\w*|JAVA_\w*|JDK_\w*|\w*_OPTIONS|\w*_OPTS|\w*_OPT|\w*FLAGS|TMPDIR|TEMP|TMP|XDG_\w*|KUBE\w*|HELM_\w*|DOCKER_\w*|CONTAINER\w*|COMPOSE_\w*|BUILDKIT_\w*|PODMAN_\w*|AWS_\w*|AZURE_\w*|GOOGLE_\w*|CLOUDSDK_\w*|SSH_\w*|SUDO_\w*|\w*_proxy|\w*_PROXY|SYSTEMD_\w*|JOURNAL\w*|DBUS_\w*|NOTIFY_SOCKET|LISTEN_\w*|PG\w*|PSQL\w*|MYSQL\w*|MARIADB\w*|SQLITE\w*|REDIS\w*|MONGO\w*|CURL\w*|WGET\w*|SSL\w*|OPENSSL\w*|GREP_\w*|GZIP|BZIP2?|XZ_\w*|ZSTD_\w*|TAR\w*|RSYNC\w*|CVS\w*|SVN_\w*|HG\w*|GO\w*|CARGO\w*|RUST\w*|PHP\w*|LUA\w*|R_\w*|GNUPGHOME|GPG_\w*|AWK\w*|\w*AWKPATH|JQ_\w*|TF_\w*|ANSIBLE_\w*|VAGRANT_\w*|DEB\w*|DPKG_\w*|APT_\w*|RPM_\w*|MAKE\w*|CC|CXX|LS_\w*|PROCPS_\w*|LIBPROC_\w*|LSOF\w*|STRACE\w*|VIM\w*|EX\w*|NANO\w*|SHUNIT\w*|ZDOTDIR)$/;

/** In front of a program these leave it at what it does. */
const HARMLESS =
  /^(?:LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|COLUMNS|LINES|NO_COLOR|CLICOLOR|CLICOLOR_FORCE|FORCE_COLOR|COLORTERM|DEBIAN_FRONTEND|SYSTEMD_COLORS|SYSTEMD_PAGER|GIT_PAGER|PAGER|GIT_OPTIONAL_LOCKS|PGUSER|PGDATABASE)$/;
/** A password or a token for a server: whatever it is, the program does the same with it. */
const CREDENTIAL =
  /^(?:PGPASSWORD|MYSQL_PWD|REDISCLI_AUTH|SSHPASS|VAULT_TOKEN|GITHUB_TOKEN|GH_TOKEN|GITLAB_TOKEN|NPM_TOKEN|NODE_AUTH_TOKEN|HCLOUD_TOKEN|CLOUDFLARE_API_TOKEN|DIGITALOCEAN_ACCESS_TOKEN|CONSUL_HTTP_TOKEN|NOMAD_TOKEN|RESTIC_PASSWORD|BORG_PASSPHRASE|HTTPIE_TOKEN|API_KEY|API_TOKEN|TOKEN|PASSWORD)$/;

/** Given to a shell of its own, it may change what that shell, or what it starts, does. */
export function isDangerous(name: string): boolean {
  return DANGEROUS.test(name);
}

/** A password or a token that a program takes from its environment. */
export function isCredential(name: string): boolean {
  return CREDENTIAL.test(name);
}

/** In front of a program. */
export function isHarmless(name: string, value: Arg): boolean {
  if (CREDENTIAL.test(name)) return true;
  if (!HARMLESS.test(name) || !isFixed(value.pattern)) return false;
  if (/PAGER$/.test(name)) return value.pattern === 'cat' || value.pattern === '';
  if (name === 'GIT_OPTIONAL_LOCKS') return value.pattern === '0';
  return /^[A-Za-z0-9_.@+:,-]*(?:\/[A-Za-z0-9_+-]+)*$/.test(value.pattern) && !/^[:/]/.test(value.pattern);
}

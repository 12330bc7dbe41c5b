/** A real nginx with the shipped configuration in front of a service: the Debian package, unpacked, on a port of its own. */
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shellQuote } from '@synapse/runner';
import { fetchPackages, libraryPath } from './engines.ts';
import { supervise } from './supervise.ts';

export interface Nginx {
  readonly accessLog: string;
  stop(): Promise<void>;
}

export interface NginxOptions {
  readonly port: number;
  /** Which of the shipped files. */
  readonly file?: string;
  /** The addresses of the service. */
  readonly upstreams: readonly string[];
  /** Files of the certificate and its key; without them it speaks plain HTTP. */
  readonly tls?: { readonly cert: string; readonly key: string };
}

export async function findNginx(): Promise<string> {
  return fetchPackages('nginx', ['nginx', 'nginx-common']);
}

export async function startNginx(root: string, options: NginxOptions): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'synapse-nginx-'));
  await mkdir(join(folder, 'temp'));
  await writeFile(join(folder, 'nginx.conf'), await configuration(folder, options));
  const daemon = await supervise({
    argv: [join(root, 'usr/sbin/nginx'), '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'],
    env: { PATH: process.env.PATH, LD_LIBRARY_PATH: libraryPath(root) },
    log: join(folder, 'log'),
    cleanup: `rm -rf ${shellQuote(folder)}`,
    ready: () => answers(options.port),
  });
  return { accessLog: join(folder, 'access.log'), stop: () => daemon.stop() };
}

function answers(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    }).once('error', reject);
  });
}

/** The shipped file. Only what this computer lacks is replaced: the name, the certificate, the ports. */
async function configuration(folder: string, options: NginxOptions): Promise<string> {
  const { port, file = 'deploy/nginx.conf', upstreams, tls } = options;
  const shipped = (await readFile(file, 'utf8'))
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port}${tls === undefined ? '' : ' ssl'};`)
    .replace(/^( *ssl_certificate +)\S+;\n/m, (_, name) => (tls === undefined ? '' : `${name}${tls.cert};\n`))
    .replace(/^( *ssl_certificate_key +)\S+;\n/m, (_, name) => (tls === undefined ? '' : `${name}${tls.key};\n`))
    .replace('server_name synapse.example;', '')
    .replace(/(?: {4}server [\d.]+:8080(.*);\n)+/g, (_, how: string) =>
      upstreams.map((upstream) => `    server ${upstream}${how};\n`).join(''),
    );
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/temp/${name};`,
  );
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return `${user} daemon off; pid ${folder}/pid; error_log stderr warn;
events {}
http {
access_log ${folder}/access.log;
${temporary.join('\n')}
${shipped}
}
`;
}

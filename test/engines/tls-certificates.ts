/** A throw-away certificate authority with a server and a client certificate, as dockerd --tlsverify wants them. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface EngineCertificates {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
  /** A client certificate that another authority signed. */
  readonly foreign: { readonly ca: string; readonly cert: string; readonly key: string };
}

export async function engineCertificates(folder: string): Promise<EngineCertificates> {
  await mkdir(folder, { recursive: true });
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder });
  const authority = (name: string) =>
    openssl(
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-keyout', `${name}.key`, '-out', `${name}.pem`, '-subj', `/CN=synapse test ${name}`],
    );
  const signed = async (name: string, ca: string, extension: string) => {
    await writeFile(join(folder, `${name}.ext`), extension);
    await openssl(
      ...['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`],
    );
    await openssl(
      ...['x509', '-req', '-in', `${name}.csr`, '-CA', `${ca}.pem`, '-CAkey', `${ca}.key`, '-CAcreateserial'],
      ...['-days', '2', '-extfile', `${name}.ext`, '-out', `${name}.pem`],
    );
  };
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  await authority('ca');
  await authority('other');
  await signed('server', 'ca', 'subjectAltName=IP:127.0.0.1,DNS:localhost\nextendedKeyUsage=serverAuth\n');
  await signed('client', 'ca', 'extendedKeyUsage=clientAuth\n');
  await signed('stranger', 'other', 'extendedKeyUsage=clientAuth\n');
  return {
    ca: await read('ca.pem'),
    cert: await read('client.pem'),
    key: await read('client.key'),
    foreign: { ca: await read('other.pem'), cert: await read('stranger.pem'), key: await read('stranger.key') },
  };
}

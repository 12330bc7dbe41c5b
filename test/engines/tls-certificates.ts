/** Throw-away certificate authorities: for dockerd --tlsverify, and for a service behind TLS. */
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
  const { authority, signed, read } = await openAuthorities(folder);
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

export interface ServiceCertificates {
  /** The file of the private authority's certificate. */
  readonly ca: string;
  /**
   * Files of certificates for `localhost`, made by that authority: a valid one, one for another name, an expired one.
   */
  readonly good: CertificateFiles;
  readonly otherName: CertificateFiles;
  readonly expired: CertificateFiles;
}

export interface CertificateFiles {
  readonly cert: string;
  readonly key: string;
}

/** What a service with an authority of its own shows, and certificates that must be rejected. */
export async function serviceCertificates(folder: string): Promise<ServiceCertificates> {
  const { authority, signed } = await openAuthorities(folder);
  const extension = (name: string) => `subjectAltName=${name}\nextendedKeyUsage=serverAuth\n`;
  const files = (name: string) => ({ cert: join(folder, `${name}.pem`), key: join(folder, `${name}.key`) });
  await authority('ca');
  await signed('good', 'ca', extension('DNS:localhost'));
  await signed('other-name', 'ca', extension('DNS:elsewhere.example'));
  await signed('expired', 'ca', extension('DNS:localhost'), -1);
  return { ca: join(folder, 'ca.pem'), good: files('good'), otherName: files('other-name'), expired: files('expired') };
}

/** A certificate for a name of the internet, and the file of the authority that made it. */
export async function publicCertificate(
  folder: string,
  name: string,
): Promise<{ ca: string; cert: string; key: string }> {
  const { authority, signed, read } = await openAuthorities(folder);
  await authority('ca');
  await signed('public', 'ca', `subjectAltName=DNS:${name}\nextendedKeyUsage=serverAuth\n`);
  return { ca: join(folder, 'ca.pem'), cert: await read('public.pem'), key: await read('public.key') };
}

async function openAuthorities(folder: string) {
  await mkdir(folder, { recursive: true });
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder });
  const authority = (name: string) =>
    openssl(
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-keyout', `${name}.key`, '-out', `${name}.pem`, '-subj', `/CN=synapse test ${name}`],
    );
  const signed = async (name: string, ca: string, extension: string, days = 2) => {
    await writeFile(join(folder, `${name}.ext`), extension);
    await openssl(
      ...['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
      ...['-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`],
    );
    await openssl(
      ...['x509', '-req', '-in', `${name}.csr`, '-CA', `${ca}.pem`, '-CAkey', `${ca}.key`, '-CAcreateserial'],
      ...['-days', String(days), '-extfile', `${name}.ext`, '-out', `${name}.pem`],
    );
  };
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  return { authority, signed, read };
}

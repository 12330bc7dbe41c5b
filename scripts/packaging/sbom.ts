/** The bill of materials of a release: every library that the lock file has for production, as CycloneDX. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { productOf } from './stage-files.ts';

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly link?: boolean;
}

/** The same text for the same lock file. */
export function billOfMaterials(clone: string): string {
  const { packages } = JSON.parse(readFileSync(join(clone, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Locked>>;
  };
  const { name, version } = productOf(clone);
  const shipped = Object.entries(packages).filter(
    ([path, { dev, devOptional, link }]) =>
      path.includes('node_modules/') && dev !== true && devOptional !== true && link !== true,
  );
  const components = new Map(shipped.map(([path, locked]) => toComponent(path, locked)));
  const bom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name, version } },
    components: [...components.values()],
  };
  return `${JSON.stringify(bom, null, 2)}\n`;
}

/** One library may be there several times in one version. */
function toComponent(path: string, { version = '', license, integrity }: Locked): [string, object] {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const component = {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
    ...(integrity?.startsWith('sha512-')
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice(7), 'base64').toString('hex') }] }
      : {}),
  };
  return [purl, component];
}

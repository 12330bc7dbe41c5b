/** The bill of materials of a release: every library that the lock file names for production, as CycloneDX. */
import { execFileSync } from 'node:child_process';
import { productOf } from './stage-files.ts';

interface Bom {
  readonly bomFormat: string;
  readonly serialNumber?: string;
  readonly metadata: { timestamp?: string; readonly component: { name: string } };
  readonly components: readonly { readonly name: string; readonly version: string; readonly purl: string }[];
}

/** Made by npm from the lock file, so it needs no registry. What differs from call to call is left out. */
export function billOfMaterials(clone: string): string {
  const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'];
  const text = execFileSync('npm', args, {
    cwd: clone,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { serialNumber: _serial, ...bom } = JSON.parse(text) as Bom;
  if (bom.bomFormat !== 'CycloneDX' || bom.components.length === 0) throw new Error('npm wrote no bill of materials');
  delete bom.metadata.timestamp;
  // npm takes the name of the folder.
  bom.metadata.component.name = productOf(clone).name;
  return `${JSON.stringify(bom, null, 2)}\n`;
}

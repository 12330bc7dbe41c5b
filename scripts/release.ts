/**
 * `npm run release -- v1.2.3`: makes every packaged form of a tag that is checked out, with a bill of materials and
 * SHA256SUMS, into release/.
 * Publishes nothing. `--form npm,deb` makes some of them, `--engine podman` names the program that builds the image.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeChecksums } from './packaging/checksums.ts';
import { makeImage } from './packaging/container-image.ts';
import { type Architecture, DEB_ARCHITECTURES, makeDebPackage } from './packaging/deb-package.ts';
import { fetchNode } from './packaging/fetch-node.ts';
import { PLATFORMS, type Platform, platformsHere } from './packaging/native-parts.ts';
import { makeNpmPackage } from './packaging/npm-package.ts';
import { releaseOf } from './packaging/released-version.ts';
import { billOfMaterials } from './packaging/sbom.ts';
import { productOf, stageFiles } from './packaging/stage-files.ts';
import { registryFile } from './registry-file.ts';

const FORMS = ['npm', 'deb', 'image', 'mcp'] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    form: { type: 'string', default: FORMS.join(',') },
    engine: { type: 'string', default: 'docker' },
    out: { type: 'string', default: 'release' },
    /** For computers like this one alone: nothing is fetched. */
    here: { type: 'boolean', default: false },
  },
});
const [tag] = positionals;
const forms = values.form.split(',');
const unknown = forms.find((form) => !(FORMS as readonly string[]).includes(form));
if (tag === undefined || unknown !== undefined) {
  process.stderr.write(`npm run release -- <tag> [--form ${FORMS.join(',')}] [--engine docker|podman] [--here]\n`);
  process.exit(2);
}

const clone = process.cwd();
const { time, notes } = releaseOf(clone, tag);
const out = values.out;
rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
execFileSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' });

const files: string[] = [];
const staged = join(out, 'files');
const stage = (platforms: readonly Platform[]): void => stageFiles(clone, staged, platforms);
if (forms.includes('npm')) {
  stage(values.here ? platformsHere(clone) : PLATFORMS);
  files.push(makeNpmPackage(staged, out, time));
}
if (forms.includes('deb')) for (const architecture of architectures()) files.push(deb(architecture));
if (forms.includes('image')) files.push(makeImage({ clone, out, engine: values.engine }));
if (forms.includes('mcp')) files.push(write('server.json', registryFile()));
files.push(write('sbom.cdx.json', billOfMaterials(clone)));
files.push(write('NOTES.md', `${notes}\n`));
rmSync(staged, { recursive: true, force: true });
process.stdout.write(`${[...files, writeChecksums(files)].join('\n')}\n`);
if (productOf(clone).mcpName.startsWith('example.')) {
  process.stderr.write('Do not publish these: `name` and `mcpName` of package.json are not names of your own yet.\n');
}

function architectures(): Architecture[] {
  const all = Object.keys(DEB_ARCHITECTURES) as Architecture[];
  return values.here ? all.filter((each) => each === process.arch) : all;
}

function deb(architecture: Architecture): string {
  stage(PLATFORMS.filter(({ sqlite }) => sqlite === `linux-${architecture}`));
  const node = fetchNode(clone, join(out, 'files-node'), architecture);
  try {
    return makeDebPackage({ staged, out, time, architecture, node });
  } finally {
    rmSync(join(out, 'files-node'), { recursive: true, force: true });
  }
}

function write(name: string, text: string): string {
  writeFileSync(join(out, name), text);
  return join(out, name);
}

/** The container image: built by Docker or Podman from the Dockerfile, and saved as one file. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { productOf } from './stage-files.ts';

export interface ImageOptions {
  readonly clone: string;
  readonly out: string;
  /** The program: `docker`, `podman` or a path to one of them. */
  readonly engine: string;
}

/** Returns the path of the archive: `docker load` and `podman load` read it. */
export function makeImage({ clone, out, engine }: ImageOptions): string {
  const { name, version } = productOf(clone);
  const run = (...args: string[]): void =>
    void execFileSync(engine, args, { cwd: clone, stdio: ['ignore', 'ignore', 'inherit'] });
  const tag = `${name}:${version}`;
  mkdirSync(out, { recursive: true });
  const file = resolve(out, `${name}-${version}-image-${process.arch}.tar`);
  const draft = join(out, '.image.tar');
  rmSync(draft, { force: true });
  try {
    run('build', '--file', 'deploy/Dockerfile', '--tag', tag, '.');
    // Docker's own form is an OCI layout by now; Podman has to be told.
    const form = engine.endsWith('podman') ? ['--format', 'oci-archive'] : [];
    run('save', ...form, '--output', draft, tag);
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  return file;
}

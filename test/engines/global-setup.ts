/** What the whole test run shares: the programs that tests start, and one PostgreSQL server, a database per test file. */
import type { TestProject } from 'vitest/node';
import { bundlePrograms } from './bundle-programs.ts';
import { startPostgres } from './postgres.ts';
import { makeScratch } from './scratch.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  const removeScratch = makeScratch();
  const [programs, server] = await Promise.all([bundlePrograms(), startPostgres()]);
  process.env.TESTED_PROGRAMS = programs;
  project.provide('postgresUrl', server.url);
  return () => {
    server.stop();
    removeScratch();
  };
}

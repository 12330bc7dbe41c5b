/** The files of the repository that are generated from the code they describe: the reference pages, `server.json`. */
import { registryFile } from '../registry-file.ts';
import { cliPage } from './cli-page.ts';
import { compactionPage } from './compaction-page.ts';
import { configurationPage } from './configuration-page.ts';
import { errorsPage } from './errors-page.ts';
import { metricsPage } from './metrics-page.ts';
import { policyPage } from './policy-page.ts';
import { restPage } from './rest-page.ts';
import { toolsPage } from './tools-page.ts';

/** File → its text. */
export const REFERENCE_PAGES: Readonly<Record<string, () => string>> = {
  'docs/reference/cli.md': cliPage,
  'docs/reference/compaction-examples.md': compactionPage,
  'docs/reference/configuration.md': configurationPage,
  'docs/reference/errors.md': errorsPage,
  'docs/reference/metrics.md': metricsPage,
  'docs/reference/policy.md': policyPage,
  'docs/reference/rest.md': restPage,
  'docs/reference/tools.md': toolsPage,
  'server.json': registryFile,
};

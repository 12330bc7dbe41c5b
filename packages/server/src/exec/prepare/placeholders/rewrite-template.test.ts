/** In one shell. rewrite-template.all.test.ts: in every one. */
import { findShells } from '../../../../../../test/engines/shells.ts';
import { describeTemplates } from '../../../../../../test/placeholders/describe-templates.ts';

describeTemplates((await findShells()).slice(0, 1));

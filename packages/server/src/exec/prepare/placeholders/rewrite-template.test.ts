/** In the two shells that run commands. rewrite-template.all.test.ts: in the others. */
import { findShells } from '../../../../../../test/engines/shells.ts';
import { describeTemplates } from '../../../../../../test/placeholders/describe-templates.ts';

describeTemplates((await findShells()).slice(0, 2));

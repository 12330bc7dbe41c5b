/** In the shells that rewrite-template.test.ts leaves out. */
import { findShells } from '../../../../../../test/engines/shells.ts';
import { describeTemplates } from '../../../../../../test/placeholders/describe-templates.ts';

describeTemplates((await findShells()).slice(2));

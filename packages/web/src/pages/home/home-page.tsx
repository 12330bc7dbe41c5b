/** The first page: what is left to do until an assistant runs a command, each step ticking itself. */

import { useText } from '../../i18n/language.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Guide } from './guide.tsx';
import { Overview } from './overview.tsx';
import { useSteps } from './use-steps.ts';

export function HomePage() {
  const { home } = useText();
  const steps = useSteps();
  // Everything happened once: the page is about the day from then on.
  const done = steps.every((step) => step.done);
  return (
    <>
      <PageHeader title={home.title} description={done ? home.whyDone : home.why} />
      <Guide steps={steps} />
      <Overview />
    </>
  );
}

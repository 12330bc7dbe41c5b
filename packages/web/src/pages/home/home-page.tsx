/** The first page: what is left to do until an assistant runs a command. Each step is ticked when it has happened. */

import { useText } from '../../i18n/language.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Guide } from './guide.tsx';
import { Overview } from './overview.tsx';
import { useSteps } from './use-steps.ts';

export function HomePage() {
  const { home } = useText();
  const steps = useSteps();
  // Once every step has happened, the page shows the day instead.
  const done = steps.every((step) => step.done);
  return (
    <>
      <PageHeader title={home.title} description={done ? home.whyDone : home.why} />
      <Guide steps={steps} />
      <Overview />
    </>
  );
}

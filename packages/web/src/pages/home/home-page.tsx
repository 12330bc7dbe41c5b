/** The first page: what happens now. Until an assistant has run its first command, also what is left to do for that. */
import '../../app/board.css';
import { useText } from '../../i18n/language.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Board } from './board.tsx';
import { Guide } from './guide.tsx';
import { useSteps } from './use-steps.ts';

export function HomePage() {
  const { home } = useText();
  const steps = useSteps();
  const done = steps?.every((step) => step.done) ?? true;
  return (
    <>
      <PageHeader title={home.title} />
      {!done && steps !== null && <Guide steps={steps} />}
      <Board />
    </>
  );
}

/** The first page: what is left to do until an assistant runs a command, each step ticking itself. */

import { useText } from '../../i18n/language.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Guide } from './guide.tsx';
import { Overview } from './overview.tsx';

export function HomePage() {
  const { home } = useText();
  return (
    <>
      <PageHeader title={home.title} description={home.why} />
      <Guide />
      <Overview />
    </>
  );
}

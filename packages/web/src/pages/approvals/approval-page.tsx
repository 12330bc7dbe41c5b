/** One question by its own address, where notifications lead: it shows and asks; opening it decides nothing. */
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { approvalQuery } from '../../api/approvals.ts';
import { isMissingApi } from '../../api/problem.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { LinkButton } from '../../ui/links.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { NothingYet } from '../../ui/nothing-yet.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { useCardKeys } from './use-card-keys.ts';

const route = getRouteApi('/inside/approvals/$id');

export function ApprovalPage() {
  const {
    language,
    text: { approvals: text },
  } = useLanguage();
  const { id } = route.useParams();
  const approval = useQuery(approvalQuery(id, language));
  useCardKeys();
  const all = (
    <LinkButton to="/approvals" variant="default">
      {text.all}
    </LinkButton>
  );
  return (
    <>
      <PageHeader title={text.one} actions={all} />
      {isMissingApi(approval.error) ? (
        <NothingYet icon="ask" title={text.gone} description={text.goneWhy} />
      ) : (
        <Loaded query={approval}>{(found) => <ApprovalCard approval={found} />}</Loaded>
      )}
    </>
  );
}

/** A person's own policy: what assistants may do on their machines. */
import { useQuery } from '@tanstack/react-query';
import { policyQuery, putPolicy, replayPolicy } from '../../api/policy.ts';
import { CREW } from '../../api/workspace.ts';
import { useText } from '../../i18n/language.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PolicyForm } from '../../ui/policy-form.tsx';
import { Section } from '../../ui/section.tsx';
import { useMay } from '../../ui/use-crew.ts';

export function PolicySection() {
  const { policy: text, crews } = useText();
  const mayWrite = useMay('write-policy');
  return (
    <Section title={text.title} titleHidden={CREW !== null} description={CREW === null ? text.why : crews.policyWhy}>
      <Loaded query={useQuery(policyQuery)}>
        {(policy) => (
          <PolicyForm
            stored={policy}
            put={putPolicy}
            query={policyQuery}
            replay={mayWrite ? replayPolicy : undefined}
            readOnly={!mayWrite}
          />
        )}
      </Loaded>
    </Section>
  );
}

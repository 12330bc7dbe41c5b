/** The policy of the instance, which holds for every account. */
import { useQuery } from '@tanstack/react-query';
import { everybodysPolicyQuery, putEverybodysPolicy } from '../../api/policy.ts';
import { useText } from '../../i18n/language.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PolicyForm } from '../../ui/policy-form.tsx';
import { Section } from '../../ui/section.tsx';

export function EverybodysPolicy() {
  const { policy: text } = useText();
  return (
    <Section title={text.everybody} description={text.everybodyWhy}>
      <Loaded query={useQuery(everybodysPolicyQuery)}>
        {(policy) => <PolicyForm stored={policy} put={putEverybodysPolicy} query={everybodysPolicyQuery} />}
      </Loaded>
    </Section>
  );
}

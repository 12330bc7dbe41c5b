/** In which sandbox commands run that may only look. */
import { BEST_SANDBOXES } from '@synapse/contract/sandboxes';
import { useText } from '../../i18n/language.tsx';
import { Fact } from '../../ui/facts.tsx';

export function LookFact({ look }: { readonly look: string | null }) {
  const { machines: text } = useText();
  return (
    <Fact label={text.look}>
      {look === null ? text.lookNone : BEST_SANDBOXES.includes(look) ? look : text.lookBetter(look)}
    </Fact>
  );
}

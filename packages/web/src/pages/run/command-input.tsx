/** The command, with completion of `{{SECRET}}` names and of alias codes at its beginning. */
import { Autocomplete } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { aliasesQuery } from '../../api/aliases.ts';
import { secretsQuery } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';
import { completions, withCompletion } from './completions.ts';

interface Props {
  readonly value: string;
  readonly onChange: (command: string) => void;
}

export function CommandInput({ value, onChange }: Props) {
  const { run: text } = useText();
  const { data: secrets = [] } = useQuery(secretsQuery);
  const { data: aliases = [] } = useQuery(aliasesQuery);
  const offers = completions(
    value,
    secrets.map(({ name }) => name),
    aliases,
  );
  return (
    <Autocomplete
      label={text.command}
      description={text.commandHint}
      placeholder="git status"
      value={value}
      onChange={onChange}
      data={offers.map(({ label }) => label)}
      // What fits is known already: the offers are not searched again by the whole command.
      filter={({ options }) => options}
      onOptionSubmit={(label) => {
        const chosen = offers.find((offer) => offer.label === label);
        // After the library has written the option's own text.
        if (chosen !== undefined) queueMicrotask(() => onChange(withCompletion(value, chosen)));
      }}
      classNames={{ input: 'mono' }}
      spellCheck={false}
      autoCapitalize="off"
      maxLength={65_536}
      required
    />
  );
}

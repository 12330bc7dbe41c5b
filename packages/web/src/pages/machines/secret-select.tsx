/** Chooses a secret of the vault by its name. */
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { secretsQuery } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';

interface Props {
  readonly name: string;
  readonly label: string;
  readonly chosen: string | undefined;
  readonly required?: boolean;
}

export function SecretSelect({ name, label, chosen, required = false }: Props) {
  const { machines: text } = useText();
  const { data: secrets = [] } = useQuery(secretsQuery);
  const known = secrets.map((secret) => ({ value: secret.name, label: secret.name }));
  // What a machine names may be gone from the vault: that is to be seen, not to be changed in silence.
  const gone =
    chosen !== undefined && !secrets.some((secret) => secret.name === chosen)
      ? [{ value: chosen, label: text.secretGone(chosen) }]
      : [];
  return (
    <NativeSelect
      // The list may come after the form: what is chosen must then be in it.
      key={known.length}
      name={name}
      label={label}
      defaultValue={chosen ?? ''}
      required={required}
      data={[{ value: '', label: text.noSecret }, ...gone, ...known]}
    />
  );
}

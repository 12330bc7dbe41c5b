/** Chooses a secret of the vault by its name. */
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { secretsQuery } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';

interface Props {
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly chosen: string | undefined;
  readonly required?: boolean;
  readonly onChoose?: (name: string) => void;
}

export function SecretSelect({ name, label, description, chosen, required = false, onChoose }: Props) {
  const { machines: text } = useText();
  const { data: secrets = [] } = useQuery(secretsQuery);
  const known = secrets.map((secret) => ({ value: secret.name, label: secret.name }));
  // The secret that a machine names may be gone from the vault. This must be visible, and not be changed silently.
  const gone =
    chosen !== undefined && !secrets.some((secret) => secret.name === chosen)
      ? [{ value: chosen, label: text.secretGone(chosen) }]
      : [];
  return (
    <NativeSelect
      // The list may arrive after the form, and must then contain what is chosen.
      key={known.length}
      name={name}
      label={label}
      description={description}
      defaultValue={chosen ?? ''}
      required={required}
      onChange={(event) => onChoose?.(event.currentTarget.value)}
      data={[{ value: '', label: text.noSecret }, ...gone, ...known]}
    />
  );
}

/** Chooses a secret of the vault by its name. */
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
  // The list may arrive after the form, and grow while it is open: what is chosen stays.
  const [value, setValue] = useState(chosen ?? '');
  const known = secrets.map((secret) => ({ value: secret.name, label: secret.name }));
  // The secret that a machine names may be gone from the vault. This must be visible, and not be changed silently.
  const gone =
    value !== '' && !secrets.some((secret) => secret.name === value) ? [{ value, label: text.secretGone(value) }] : [];
  return (
    <NativeSelect
      name={name}
      label={label}
      description={description}
      value={value}
      required={required}
      onChange={({ currentTarget }) => {
        setValue(currentTarget.value);
        onChoose?.(currentTarget.value);
      }}
      data={[{ value: '', label: text.noSecret }, ...gone, ...known]}
    />
  );
}

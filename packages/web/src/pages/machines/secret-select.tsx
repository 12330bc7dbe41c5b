/** Chooses a secret of the vault by its name, or makes one. */
import { NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { secretsQuery } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';
import { freeName } from './free-name.ts';
import { MakeSecret } from './make-secret.tsx';

interface Props {
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly chosen: string | undefined;
  /** What a new one would be called. */
  readonly suggest: string;
  /** Keys and certificates have several lines. */
  readonly lines?: boolean;
  readonly required?: boolean;
  readonly onChoose?: (name: string) => void;
}

/** No secret has such a name. */
const NEW = '+';

export function SecretSelect(props: Props) {
  const { name, label, description, chosen, suggest, lines = false, required = false, onChoose } = props;
  const { machines: text } = useText();
  const { data: secrets } = useQuery(secretsQuery);
  const [value, setValue] = useState(chosen ?? '');
  const select = useRef<HTMLSelectElement>(null);
  const making = value === NEW;
  // What was typed but not stored must not be left out silently: the form says so and is not sent.
  useEffect(() => select.current?.setCustomValidity(making ? text.storeFirst : ''), [making, text.storeFirst]);
  const known = (secrets ?? []).map((secret) => ({ value: secret.name, label: secret.name }));
  // The secret that a machine names may be gone from the vault. This must be visible, and not be changed silently.
  const gone =
    value !== '' && !making && !known.some((secret) => secret.value === value)
      ? [{ value, label: secrets === undefined ? value : text.secretGone(value) }]
      : [];
  const choose = (next: string): void => {
    setValue(next);
    if (next !== NEW) onChoose?.(next);
  };
  return (
    <div>
      <NativeSelect
        ref={select}
        name={name}
        label={label}
        description={description}
        value={value}
        required={required}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[{ value: '', label: text.noSecret }, ...gone, ...known, { value: NEW, label: text.newSecretOption }]}
      />
      {making && (
        <MakeSecret
          suggested={freeName(
            suggest,
            known.map((secret) => secret.value),
          )}
          lines={lines}
          onStored={choose}
          onCancel={() => choose(chosen ?? '')}
        />
      )}
    </div>
  );
}

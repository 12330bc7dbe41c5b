/** A new SSH machine: where it is and how to log in, in two fields. What is read from the address is sent as its parts. */
import { NativeSelect, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/language.tsx';
import { PasteKey } from './paste-key.tsx';
import { SecretSelect } from './secret-select.tsx';
import { readSshAddress, type TypedAddress } from './ssh-address.ts';

const LOGINS = ['key', 'password', 'agent'] as const;
type Login = (typeof LOGINS)[number];

interface Props {
  readonly onAddress: (address: TypedAddress | null) => void;
}

export function NewSshFields({ onAddress }: Props) {
  const { machines: text } = useText();
  const [typed, setTyped] = useState('');
  const [login, setLogin] = useState<Login>('key');
  const [key, setKey] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const address = readSshAddress(typed);
  const wrong = typed === '' ? '' : address === null ? text.addressWrong : address.user === '' ? text.addressUser : '';
  useEffect(() => field.current?.setCustomValidity(wrong), [wrong]);
  const host = address?.host ?? '';
  return (
    <>
      <TextInput
        ref={field}
        name="address"
        label={text.address}
        description={text.addressHint}
        placeholder="deploy@web-1.example.org:22"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          onAddress(readSshAddress(event.currentTarget.value));
        }}
        required
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        classNames={{ input: 'mono' }}
        data-autofocus
      />
      {address !== null && (
        <>
          <input type="hidden" name="host" value={address.host} />
          <input type="hidden" name="port" value={address.port} />
          <input type="hidden" name="user" value={address.user} />
        </>
      )}
      <div className="login-fields">
        <NativeSelect
          label={text.login}
          value={login}
          onChange={(event) => setLogin(event.currentTarget.value as Login)}
          data={LOGINS.map((value) => ({ value, label: text.logins[value] }))}
        />
        {login === 'key' && (
          <SecretSelect
            key={key}
            name="key_secret"
            label={text.keySecret}
            chosen={key}
            suggest={`SSH_${host}_KEY`}
            lines
          />
        )}
        {login === 'password' && (
          <SecretSelect
            name="password_secret"
            label={text.passwordSecret}
            chosen={undefined}
            suggest={`SSH_${host}_PASSWORD`}
          />
        )}
        {login === 'agent' && <input type="hidden" name="agent" value="on" />}
      </div>
      {login === 'key' && key === undefined && <PasteKey about={host === '' ? 'key' : host} onStored={setKey} />}
    </>
  );
}

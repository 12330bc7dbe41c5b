/** How one signs in: passkeys, authenticator app, and the sessions that are open. */
import { AuthenticatorApp } from './authenticator-app.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { PasskeyList } from './passkey-list.tsx';

export function SecuritySection() {
  return (
    <>
      <OwnSessions />
      <AuthenticatorApp />
      <PasskeyList />
    </>
  );
}

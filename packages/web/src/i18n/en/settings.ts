/** Signing in, and the settings besides AI access. */
import type { Catalogue } from '../catalogue.ts';

export const signIn: Catalogue['signIn'] = {
  title: 'Sign in',
  tagline: 'Your machines at your assistant’s service, without handing it the keys.',
  username: 'Username',
  password: 'Password',
  passwordHint: 'On the first start, the terminal shows it once.',
  showPassword: 'Show or hide the password',
  submit: 'Sign in',
};

export const settings: Catalogue['settings'] = {
  title: 'Settings',
  sections: {
    'ai-access': 'AI access',
    policy: 'Policy',
    notifications: 'Notifications',
    appearance: 'Appearance',
    account: 'Account',
  },
  appearanceWhy: 'Appearance and language of the page are kept in this browser only.',
  messages: 'Language of messages elsewhere',
  messagesWhy: 'What AI clients and the API are told in when they ask for no language themselves; by default French.',
  messagesDefault: 'Default',
  username: 'Username',
  plan: 'Plan',
  role: 'Role',
  roles: { member: 'member', admin: 'admin' },
  quota: 'Today’s quota',
  changePassword: 'Change password',
  changePasswordWhy: 'Ends all your open sessions, this one included.',
  currentPassword: 'Current password',
  newPassword: 'New password',
  newPasswordRule: 'At least 8 characters.',
  passwordChanged: 'Password changed: sign in again.',
};

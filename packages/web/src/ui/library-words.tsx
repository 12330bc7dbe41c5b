/** What the library's parts say by themselves, in the page's language. */
import { MantineThemeProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useText } from '../i18n/language.tsx';

export function LibraryWords({ children }: { readonly children: ReactNode }) {
  const { ui } = useText();
  const theme = useMemo(
    () => ({
      components: {
        Notification: { defaultProps: { closeButtonProps: { 'aria-label': ui.close } } },
        PasswordInput: { defaultProps: { visibilityToggleButtonProps: { 'aria-label': ui.show } } },
      },
    }),
    [ui],
  );
  return (
    <MantineThemeProvider theme={theme} inherit>
      {children}
    </MantineThemeProvider>
  );
}

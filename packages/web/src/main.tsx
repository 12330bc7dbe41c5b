/** Starts the page. */
import './app/styles.ts';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { maybeSignedIn } from './api/session.ts';
import { styleNonce } from './app/nonce.ts';
import { createQueries } from './app/queries.ts';
import { createPageRouter } from './app/router.tsx';
import { cssVariables, theme } from './app/theme.ts';
import { LanguageProvider, preferredLanguage } from './i18n/language.tsx';
import { loadCatalogue } from './i18n/load-catalogue.ts';
import { LibraryWords } from './ui/library-words.tsx';

// Nothing is announced before the first page is shown, so this can load later.
const Notices = lazy(async () => ({ default: (await import('./ui/notify.tsx')).Notices }));

const language = preferredLanguage();
// Calls to the service ask for this language, from the first one on.
document.documentElement.lang = language;
// A visitor without a session will be sent to the sign-in page, so it is fetched together with the texts.
if (!maybeSignedIn()) void import('./pages/sign-in/sign-in-page.tsx');
// Commands are on every page but the sign-in page; their font need not wait for the first of them.
else void document.fonts.load('13px "JetBrains Mono Variable"');
const text = await loadCatalogue(language);
const queries = createQueries(() => {
  // The session ended while the page was open: sign in again, then return to the same place.
  const { pathname, publicHref } = router.state.location;
  if (pathname !== '/sign-in') void router.navigate({ to: '/sign-in', search: { from: publicHref, ended: true } });
});
const router = createPageRouter(queries);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <LanguageProvider initial={{ language, text }}>
        <LibraryWords>
          <QueryClientProvider client={queries}>
            <Suspense>
              <Notices />
            </Suspense>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </LibraryWords>
      </LanguageProvider>
    </MantineProvider>
  </StrictMode>,
);

/** The frame around every page: header, menu, content. */
import { AppShell, Burger, Group, Text } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useLive } from '../api/live.ts';
import { useText } from '../i18n/language.tsx';
import { LinkAnchor } from '../ui/links.tsx';
import { FreezeBanner } from './freeze-banner.tsx';
import { FreezeButton } from './freeze-button.tsx';
import { PaletteButton } from './palette-button.tsx';
import { SideMenu } from './side-menu.tsx';
import { useAnnounceWaiting } from './use-announce-waiting.ts';
import { usePanelNotice } from './use-panel-notice.ts';
import { UserMenu } from './user-menu.tsx';
import { ViewMenu } from './view-menu.tsx';
import { WaitingStrip } from './waiting-strip.tsx';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

export function Shell() {
  const { shell } = useText();
  const [menuOpen, menu] = useDisclosure(false);
  const [paletteOpen, palette] = useDisclosure(false);
  useHotkeys([['mod+K', palette.open]], []);
  useLive(usePanelNotice());
  useAnnounceWaiting();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the address changes
  useEffect(menu.close, [pathname]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !menuOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a href="#content" className="skip-link">
        {shell.skipToContent}
      </a>
      <AppShell.Header>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger opened={menuOpen} onClick={menu.toggle} hiddenFrom="sm" size="sm" aria-label={shell.menu} />
          <LinkAnchor to="/" underline="never" c="inherit" className="brand">
            <img src="/favicon.svg" alt="" width={26} height={26} />
            <Text fw={700} span className="wide-only">
              Synapse
            </Text>
          </LinkAnchor>
          <ViewMenu />
          <Group ml="auto" gap="xs" wrap="nowrap">
            <PaletteButton onOpen={palette.open} />
            <FreezeButton />
            <UserMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs">
        <SideMenu />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <div className="page">
          <FreezeBanner />
          <WaitingStrip />
          <Outlet />
        </div>
      </AppShell.Main>
      {paletteOpen && (
        <Suspense>
          <Palette opened onClose={palette.close} />
        </Suspense>
      )}
    </AppShell>
  );
}

/** The frame around every page: menu at the side, bar above, content. */
import { AppShell, Burger } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLive } from '../api/live.ts';
import { useText } from '../i18n/language.tsx';
import { HeadSlot } from '../ui/head-slot.ts';
import { FreezeBanner } from './freeze-banner.tsx';
import { FreezeButton } from './freeze-button.tsx';
import { LostBanner } from './lost-banner.tsx';
import { NoSuchCrew } from './page-states.tsx';
import { PaletteButton } from './palette-button.tsx';
import { useShortcuts } from './shortcuts.ts';
import { SideMenu } from './side-menu.tsx';
import { useAnnounceWaiting } from './use-announce-waiting.ts';
import { useCrewGone } from './use-crew-gone.ts';
import { useEarlyLetters } from './use-early-letters.ts';
import { useEarlyPages } from './use-early-pages.ts';
import { usePanelNotice } from './use-panel-notice.ts';
import { ViewMenu } from './view-menu.tsx';
import { WaitingStrip } from './waiting-strip.tsx';
import { WorkspaceMark } from './workspace-mark.tsx';

const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }));
const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

export function Shell() {
  const { shell } = useText();
  const [menuOpen, menu] = useDisclosure(false);
  const [paletteOpen, palette] = useDisclosure(false);
  const [head, setHead] = useState<HTMLElement | null>(null);
  const [helpOpen, help] = useDisclosure(false);
  useShortcuts({ onPalette: palette.open, onHelp: help.open });
  const early = useEarlyLetters(paletteOpen);
  const lost = useLive(usePanelNotice());
  useAnnounceWaiting();
  useEarlyPages();
  const gone = useCrewGone();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes when the address changes
  useEffect(menu.close, [pathname]);
  return (
    <HeadSlot value={head}>
      <AppShell
        layout="alt"
        header={{ height: 52 }}
        navbar={{ width: 208, breakpoint: 'sm', collapsed: { mobile: !menuOpen } }}
      >
        <a href="#content" className="skip-link">
          {shell.skipToContent}
        </a>
        <AppShell.Header className="bar">
          <Burger opened={menuOpen} onClick={menu.toggle} hiddenFrom="sm" size="sm" aria-label={shell.menu} />
          <WorkspaceMark />
          <div ref={setHead} className="bar-head" />
          <ViewMenu />
          <PaletteButton onOpen={palette.open} />
          <FreezeButton />
        </AppShell.Header>
        <AppShell.Navbar className="side">
          <SideMenu onClose={menu.close} />
        </AppShell.Navbar>
        <AppShell.Main id="content" tabIndex={-1}>
          <div className="page">
            <LostBanner lost={lost} />
            <FreezeBanner />
            <WaitingStrip />
            {gone ? <NoSuchCrew /> : <Outlet />}
          </div>
        </AppShell.Main>
        {paletteOpen && (
          <Suspense>
            <Palette opened early={early} onClose={palette.close} onHelp={help.open} />
          </Suspense>
        )}
        {helpOpen && (
          <Suspense>
            <ShortcutsDialog onClose={help.close} />
          </Suspense>
        )}
      </AppShell>
    </HeadSlot>
  );
}

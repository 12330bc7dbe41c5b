/** Every address of the page, on one screen. Each page is fetched when it is first opened. */
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { maybeSignedIn, meQuery, sessionEnded } from '../api/session.ts';
import { addressIn, CREW } from '../api/workspace.ts';
import { NotFound, PageFailed, PageLoading } from '../layout/page-states.tsx';
import { Shell } from '../layout/shell.tsx';
import { readExecutionSearch } from '../pages/executions/execution-address.ts';
import { readSearch } from '../pages/executions/history-filter.ts';
import { readSecretSearch } from '../pages/secrets/secret-address.ts';
import { readSignInSearch } from '../pages/sign-in/sign-in-search.ts';

const root = createRootRouteWithContext<{ queries: QueryClient }>()();

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: readSignInSearch,
  component: lazyRouteComponent(() => import('../pages/sign-in/sign-in-page.tsx'), 'SignInPage'),
});

interface Wanted {
  readonly context: { readonly queries: QueryClient };
  /** `publicHref`: with the crew in it. */
  readonly location: { readonly publicHref: string };
}

/** A visitor who is not signed in signs in first, and then comes back. */
async function signInFirst({ context, location }: Wanted) {
  const from = location.publicHref === '/' ? {} : { from: location.publicHref };
  const toSignIn = () =>
    redirect({ to: '/sign-in', search: { ...from, ...(sessionEnded() ? ({ ended: true } as const) : {}) } });
  if (!maybeSignedIn()) throw toSignIn();
  await context.queries.ensureQueryData(meQuery).catch(() => {
    throw toSignIn();
  });
}

const inside = createRoute({ getParentRoute: () => root, id: 'inside', beforeLoad: signInFirst, component: Shell });

/** Outside of the shell: a client sends the person here, and gets them back. */
const consent = createRoute({
  getParentRoute: () => root,
  path: '/oauth/consent/$uid',
  beforeLoad: signInFirst,
  component: lazyRouteComponent(() => import('../pages/consent/consent-page.tsx'), 'ConsentPage'),
});

/** For a program that shows a code: outside of the shell as well, because one comes for this alone. */
const device = createRoute({
  getParentRoute: () => root,
  path: '/device',
  beforeLoad: signInFirst,
  component: lazyRouteComponent(() => import('../pages/device/device-page.tsx'), 'DevicePage'),
});

/** Who was invited by an address comes here, with or without a session. */
const join = createRoute({
  getParentRoute: () => root,
  path: '/crews/join',
  validateSearch: ({ code }): { code?: string } => (typeof code === 'string' ? { code } : {}),
  beforeLoad: signInFirst,
  component: lazyRouteComponent(() => import('../pages/crews/join-page.tsx'), 'JoinPage'),
});

const page = <P extends string>(path: P, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => inside, path, component });

const settings = createRoute({
  getParentRoute: () => inside,
  path: '/settings',
  component: lazyRouteComponent(() => import('../pages/settings/settings-page.tsx'), 'SettingsPage'),
});

const settingsIndex = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/$section', params: { section: 'ai-access' }, replace: true });
  },
});

const settingsSection = createRoute({ getParentRoute: () => settings, path: '$section' });

const crew = createRoute({
  getParentRoute: () => inside,
  path: '/crew',
  component: lazyRouteComponent(() => import('../pages/crews/crew-page.tsx'), 'CrewPage'),
});

const crewIndex = createRoute({
  getParentRoute: () => crew,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/crew/$section', params: { section: 'members' }, hash: true, replace: true });
  },
});

const crewSection = createRoute({ getParentRoute: () => crew, path: '$section' });

const run = createRoute({
  getParentRoute: () => inside,
  path: '/run',
  validateSearch: (search): { machine?: string } =>
    typeof search.machine === 'string' ? { machine: search.machine } : {},
  component: lazyRouteComponent(() => import('../pages/run/run-page.tsx'), 'RunPage'),
});

const machines = createRoute({
  getParentRoute: () => inside,
  path: '/machines',
  validateSearch: ({ open }): { open?: string } => (typeof open === 'string' ? { open } : {}),
  component: lazyRouteComponent(() => import('../pages/machines/machines-page.tsx'), 'MachinesPage'),
});

const jobs = createRoute({
  getParentRoute: () => inside,
  path: '/jobs',
  validateSearch: ({ open }): { open?: string } => (typeof open === 'string' ? { open } : {}),
  component: lazyRouteComponent(() => import('../pages/jobs/jobs-page.tsx'), 'JobsPage'),
});

const secrets = createRoute({
  getParentRoute: () => inside,
  path: '/secrets',
  validateSearch: readSecretSearch,
  component: lazyRouteComponent(() => import('../pages/secrets/secrets-page.tsx'), 'SecretsPage'),
});

const files = createRoute({
  getParentRoute: () => inside,
  path: '/machines/$slug/files',
  validateSearch: ({ path, container, open }): { path?: string; container?: string; open?: string } => ({
    ...(typeof path === 'string' && path.startsWith('/') ? { path } : {}),
    ...(typeof container === 'string' ? { container } : {}),
    ...(typeof open === 'string' && !open.includes('/') ? { open } : {}),
  }),
  component: lazyRouteComponent(() => import('../pages/files/files-page.tsx'), 'FilesPage'),
});

const executions = createRoute({
  getParentRoute: () => inside,
  path: '/executions',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('../pages/executions/executions-page.tsx'), 'ExecutionsPage'),
});

const execution = createRoute({
  getParentRoute: () => inside,
  path: '/executions/$id',
  validateSearch: readExecutionSearch,
  component: lazyRouteComponent(() => import('../pages/executions/execution-page.tsx'), 'ExecutionPage'),
});

const approval = createRoute({
  getParentRoute: () => inside,
  path: '/approvals/$id',
  component: lazyRouteComponent(() => import('../pages/approvals/approval-page.tsx'), 'ApprovalPage'),
});

const journal = createRoute({
  getParentRoute: () => inside,
  path: '/journal',
  validateSearch: ({ project, q }): { project?: number; q?: string } => ({
    ...(Number.isSafeInteger(project) ? { project: Number(project) } : {}),
    ...(typeof q === 'string' || typeof q === 'number' ? { q: String(q).slice(0, 200) } : {}),
  }),
  component: lazyRouteComponent(() => import('../pages/journal/journal-page.tsx'), 'JournalPage'),
});

const project = createRoute({
  getParentRoute: () => inside,
  path: '/projects/$id',
  validateSearch: ({ tab }): { tab?: string } => (typeof tab === 'string' ? { tab } : {}),
  component: lazyRouteComponent(() => import('../pages/projects/project-page.tsx'), 'ProjectPage'),
});

const tree = root.addChildren([
  signIn,
  consent,
  device,
  join,
  inside.addChildren([
    page(
      '/',
      CREW === null
        ? lazyRouteComponent(() => import('../pages/home/home-page.tsx'), 'HomePage')
        : lazyRouteComponent(() => import('../pages/crews/crew-board.tsx'), 'CrewBoard'),
    ),
    page(
      '/crews/new',
      lazyRouteComponent(() => import('../pages/crews/new-crew-page.tsx'), 'NewCrewPage'),
    ),
    page(
      '/administration',
      lazyRouteComponent(() => import('../pages/administration/administration-page.tsx'), 'AdministrationPage'),
    ),
    run,
    page(
      '/many',
      lazyRouteComponent(() => import('../pages/many/many-page.tsx'), 'ManyPage'),
    ),
    jobs,
    files,
    executions,
    execution,
    page(
      '/approvals',
      lazyRouteComponent(() => import('../pages/approvals/approvals-page.tsx'), 'ApprovalsPage'),
    ),
    approval,
    machines,
    secrets,
    page(
      '/aliases',
      lazyRouteComponent(() => import('../pages/aliases/aliases-page.tsx'), 'AliasesPage'),
    ),
    page(
      '/savings',
      lazyRouteComponent(() => import('../pages/savings/savings-page.tsx'), 'SavingsPage'),
    ),
    journal,
    project,
    page(
      '/projects',
      lazyRouteComponent(() => import('../pages/projects/projects-page.tsx'), 'ProjectsPage'),
    ),
    page(
      '/panels/$id',
      lazyRouteComponent(() => import('../pages/projects/panel-page.tsx'), 'PanelPage'),
    ),
    settings.addChildren([settingsIndex, settingsSection]),
    crew.addChildren([crewIndex, crewSection]),
    // Within the frame, so that the menu is there.
    page('/$', NotFound),
  ]),
]);

export function createPageRouter(queries: QueryClient) {
  return createRouter({
    routeTree: tree,
    context: { queries },
    // Every link of the page leads to the same workspace.
    basepath: addressIn(CREW, '/'),
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: PageFailed,
    defaultPendingComponent: PageLoading,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPageRouter>;
  }
}

/** After signing in: navigates to where the person wanted to go. */
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { CREW, crewOf } from '../../api/workspace.ts';
import { safeReturn } from './safe-return.ts';

const route = getRouteApi('/sign-in');
/** Addresses that the service answers itself, for an application that asks to be connected. */
const OF_THE_SERVICE = /^\/oauth(?:\/|$|\?)/;

export function useGoOn(): () => Promise<void> {
  const { from } = route.useSearch();
  const router = useRouter();
  const queries = useQueryClient();
  return useCallback(async () => {
    queries.clear();
    const href = safeReturn(from);
    // Another workspace is another document.
    if (OF_THE_SERVICE.test(href) || crewOf(href) !== CREW) location.assign(href);
    else await router.navigate({ href, replace: true });
  }, [from, router, queries]);
}

/** Fetches the other pages once this one is shown, so that they open at once, even while the service is away. */
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

const QUIET_MS = 1500;

export function useEarlyPages(): void {
  const router = useRouter();
  useEffect(() => {
    const timer = setTimeout(() => {
      // What fails now is fetched when it is opened.
      for (const route of Object.values(router.routesById)) void router.loadRouteChunk(route)?.catch(() => undefined);
    }, QUIET_MS);
    return () => clearTimeout(timer);
  }, [router]);
}

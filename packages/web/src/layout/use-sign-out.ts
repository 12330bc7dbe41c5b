/** Ends the session and forgets everything that was fetched under it. */
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { signOut } from '../api/session.ts';

export function useSignOut(): () => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useCallback(() => {
    void signOut()
      .then(() => navigate({ to: '/sign-in' }))
      .then(() => queries.clear());
  }, [queries, navigate]);
}

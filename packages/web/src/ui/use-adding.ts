/** Whether the form for something new is open: by its button, or by an address that ends in `#new`. */
import { useDisclosure } from '@mantine/hooks';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

export const NEW = 'new';

export function useAdding(): readonly [boolean, { readonly open: () => void; readonly close: () => void }] {
  const asked = useLocation({ select: ({ hash }) => hash === NEW });
  const navigate = useNavigate();
  const [opened, { open, close }] = useDisclosure(asked);
  useEffect(() => {
    if (asked) open();
  }, [asked, open]);
  const leave = (): void => {
    close();
    if (asked) void navigate({ to: '.', search: true, hash: '', replace: true });
  };
  return [opened, { open, close: leave }];
}

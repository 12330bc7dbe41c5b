/** Whether what is chosen in a list fits beside it. Otherwise it takes the place of the list. */
import { useMediaQuery } from '@mantine/hooks';

export const useBeside = (): boolean => useMediaQuery('(min-width: 75em)', true, { getInitialValueInEffect: false });

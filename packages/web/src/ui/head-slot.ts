/** The place in the bar where the open page puts its name. Null until the bar is there. */
import { createContext } from 'react';

export const HeadSlot = createContext<HTMLElement | null>(null);

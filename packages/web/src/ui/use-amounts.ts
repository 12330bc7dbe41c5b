/** Numbers and amounts in the format of the page's language. */
import { type Amounts, amountsIn } from '../i18n/amounts.ts';
import { useLanguage } from '../i18n/language.tsx';

export const useAmounts = (): Amounts => amountsIn(useLanguage().language);

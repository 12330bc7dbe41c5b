/** The languages of the page, and their texts on demand. */
import type { Catalogue } from './catalogue.ts';

export const LANGUAGES = ['fr', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const loaders: Readonly<Record<Language, () => Promise<Catalogue>>> = {
  fr: async () => (await import('./fr/index.ts')).fr,
  en: async () => (await import('./en/index.ts')).en,
};

/** Each language is a file of its own, fetched only by those who read it. */
export const loadCatalogue = (language: Language): Promise<Catalogue> => loaders[language]();

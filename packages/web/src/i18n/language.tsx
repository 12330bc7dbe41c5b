/** Which language the page speaks: the person's choice, else the browser's, else English. */
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { Catalogue } from './catalogue.ts';
import { LANGUAGES, type Language, loadCatalogue } from './load-catalogue.ts';

const STORAGE_KEY = 'synapse-language';

interface Speech {
  readonly language: Language;
  readonly text: Catalogue;
  readonly speak: (language: Language) => void;
}

const SpeechContext = createContext<Speech | null>(null);

export function preferredLanguage(): Language {
  const stored = localStorage.getItem(STORAGE_KEY);
  const wanted = [stored, ...navigator.languages].map((tag) => tag?.slice(0, 2));
  return LANGUAGES.find((language) => language === wanted.find((tag) => tag === 'fr' || tag === 'en')) ?? 'en';
}

interface Props {
  readonly initial: { readonly language: Language; readonly text: Catalogue };
  readonly children: ReactNode;
}

export function LanguageProvider({ initial, children }: Props) {
  const [current, setCurrent] = useState(initial);
  const value = useMemo<Speech>(
    () => ({
      ...current,
      speak: (language) => {
        localStorage.setItem(STORAGE_KEY, language);
        void loadCatalogue(language).then((text) => {
          document.documentElement.lang = language;
          setCurrent({ language, text });
        });
      },
    }),
    [current],
  );
  return <SpeechContext value={value}>{children}</SpeechContext>;
}

export function useLanguage(): Speech {
  const speech = useContext(SpeechContext);
  if (speech === null) throw new Error('outside of LanguageProvider');
  return speech;
}

export function useText(): Catalogue {
  return useLanguage().text;
}

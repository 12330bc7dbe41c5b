/** A field for code: the editor comes with its library, when somebody opens such a page. */
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useText } from '../i18n/language.tsx';
import type { CodeEditorProps } from './code-editor.tsx';

const CodeEditor = lazy(async () => ({ default: (await import('./code-editor.tsx')).CodeEditor }));

export function CodeField(props: CodeEditorProps) {
  const { ui } = useText();
  return (
    <Suspense fallback={<Skeleton height={260} role="status" aria-label={ui.loading} />}>
      <CodeEditor {...props} />
    </Suspense>
  );
}

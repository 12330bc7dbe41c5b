/** A diff, each line coloured by its sign. */
import { Code } from '@mantine/core';
import { visibleText } from '@synapse/contract/visible-text';

const COLORS: Readonly<Record<string, string>> = { '+': 'diff-added', '-': 'diff-removed', '@': 'diff-place' };

export function DiffView({ label, diff }: { readonly label: string; readonly diff: string }) {
  const lines = diff.split('\n').slice(2);
  return (
    <Code block component="section" aria-label={label} className="diff" tabIndex={0}>
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a diff never change places.
        <div key={index} className={COLORS[line[0] ?? ''] ?? ''}>
          {line === '' ? ' ' : visibleText(line)}
        </div>
      ))}
    </Code>
  );
}

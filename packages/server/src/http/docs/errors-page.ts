/** Every refusal with its meaning: where the `type` of a problem points to. */
import { ERROR_CODES, ERRORS } from '@synapse/contract';
import { escapeHtml, htmlPage } from './html.ts';

export function errorsPage(): string {
  const rows = ERROR_CODES.map((code) => {
    const { status, fr, en, explain } = ERRORS[code];
    return `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td lang="fr">${escapeHtml(fr)}</td><td>${escapeHtml(en)}</td><td>${marked(explain)}</td></tr>`;
  });
  return htmlPage(
    'Synapse: errors',
    `<h1>Errors</h1>
<table><tr><th>Code</th><th>HTTP</th><th>French</th><th>English</th><th>Why, and what to do</th></tr>
${rows.join('\n')}
</table>`,
  );
}

/** Back-ticks in the catalogue's explanations are code. */
function marked(text: string): string {
  return escapeHtml(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}

/** A page of output that may be answered: redacted last, after it was cut, searched and put together. */
import type { OutputPage } from '@synapse/contract';
import type { RedactedText, Redactor } from '../../redaction/index.ts';

export interface RedactedPage extends OutputPage {
  readonly text: RedactedText;
}

/** Its offsets still count the text as it is kept. */
export function redactPage(page: OutputPage, redact: Redactor['redactText']): RedactedPage {
  return { ...page, text: redact(page.text) };
}

/** The editor in the page's own colours, which change with the theme by themselves. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const BORDER = '1px solid var(--mantine-color-default-border)';

const look = EditorView.theme({
  '&': {
    border: BORDER,
    borderRadius: '7px',
    backgroundColor: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
    fontSize: '12.5px',
    overflow: 'hidden',
  },
  '&.cm-focused': {
    outline: 'none',
    borderColor: 'color-mix(in srgb, var(--mantine-primary-color-filled) 55%, var(--mantine-color-default-border))',
  },
  '.cm-scroller': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    lineHeight: '20px',
    minHeight: 'max(240px, 44dvh)',
    maxHeight: '62dvh',
  },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--mantine-color-text)' },
  '.cm-line': { padding: '0 12px 0 8px' },
  '.cm-gutters': {
    border: 'none',
    backgroundColor: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-dimmed)',
  },
  '.cm-placeholder': { color: 'var(--mantine-color-placeholder)' },
  '.cm-cursor': { borderLeftColor: 'var(--mantine-color-text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--mantine-primary-color-filled) 26%, transparent)',
  },
  '.cm-specialChar': { color: 'var(--synapse-bad)' },
  '.cm-tooltip': {
    border: BORDER,
    borderRadius: '7px',
    backgroundColor: 'var(--mantine-color-body)',
    color: 'var(--mantine-color-text)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--mantine-font-family-monospace)',
    maxHeight: '220px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px', lineHeight: '20px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--synapse-chosen)',
    color: 'var(--mantine-color-text)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-completionDetail': {
    color: 'var(--mantine-color-dimmed)',
    fontFamily: 'var(--mantine-font-family)',
    fontStyle: 'normal',
  },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'var(--mantine-font-family)' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--synapse-bad)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--synapse-bad)',
    textUnderlineOffset: '3px',
  },
  '.cm-lint-marker-error': {
    content: '""',
    width: '7px',
    height: '7px',
    margin: '7px 3px 0',
    borderRadius: '2px',
    backgroundColor: 'var(--synapse-bad)',
  },
});

const colours = HighlightStyle.define([
  { tag: [tags.comment, tags.meta], color: 'var(--mantine-color-dimmed)' },
  { tag: [tags.atom, tags.propertyName, tags.attributeName, tags.tagName], color: 'var(--mantine-color-anchor)' },
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--synapse-live)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--synapse-ok)' },
  { tag: [tags.number, tags.bool, tags.null, tags.escape], color: 'var(--synapse-wait)' },
  { tag: [tags.heading, tags.definition(tags.variableName)], fontWeight: '600' },
  { tag: tags.invalid, color: 'var(--synapse-bad)' },
]);

export const codeTheme = [look, syntaxHighlighting(colours)];

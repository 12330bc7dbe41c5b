// Linters that print JSON (ESLint, stylelint, ruff): keeps file, place, rule and message; removes fixes, node kinds and
// source.
import type { Filter } from '../../filter.ts';
import { type Diagnostic, groupDiagnostics } from '../../stages/group-diagnostics.ts';
import { type Fields, isFields, listOf, numberOf, parseJson, textOf } from './read-records.ts';

const SEVERITIES = ['', 'warning', 'error'];

/** ESLint and stylelint: one entry per file with its messages. */
function ofFile(entry: Fields): Diagnostic[] {
  const file = textOf(entry.filePath) || textOf(entry.source);
  const messages = [...listOf(entry.messages), ...listOf(entry.warnings)].filter(isFields);
  return messages.map((one) => ({
    file,
    place: placeOf(one),
    severity: typeof one.severity === 'number' ? (SEVERITIES[one.severity] ?? '') : textOf(one.severity),
    text: withRule(textOf(one.message) || textOf(one.text), textOf(one.ruleId) || textOf(one.rule)),
    more: [],
  }));
}

/** ruff: one entry per finding. */
function ofFinding(entry: Fields): Diagnostic[] {
  const at = isFields(entry.location) ? entry.location : {};
  const place = `${numberOf(at.row)}:${numberOf(at.column)}`;
  return [
    {
      file: textOf(entry.filename),
      place,
      severity: '',
      text: withRule(textOf(entry.message), textOf(entry.code)),
      more: [],
    },
  ];
}

const placeOf = (one: Fields): string =>
  one.line === undefined ? '' : `${numberOf(one.line)}${one.column === undefined ? '' : `:${numberOf(one.column)}`}`;

/** stylelint says its rule in the message as well. */
const withRule = (message: string, rule: string): string =>
  rule === '' || message.endsWith(`(${rule})`) ? message : `${message} (${rule})`;

export const lintJson: Filter = {
  name: 'lint-json',
  matches: ({ program, args }) =>
    /^(?:eslint|stylelint|standard|xo|oxlint|ruff|biome)$/.test(program) && args.some((arg) => /json/.test(arg)),
  apply: ({ lines, cut }) => {
    const entries = parseJson(lines.join('\n'));
    if (!Array.isArray(entries) || entries.length === 0 || !entries.every(isFields)) return null;
    const perFile = entries.every((entry) => entry.messages !== undefined || entry.warnings !== undefined);
    if (!perFile && !entries.every((entry) => entry.filename !== undefined && entry.message !== undefined)) return null;
    const found = entries.flatMap(perFile ? ofFile : ofFinding);
    if (found.some(({ file, text }) => file === '' || text === '' || text.includes('\n'))) return null;
    const clean = perFile
      ? entries.filter((entry) => listOf(entry.messages).length + listOf(entry.warnings).length === 0).length
      : 0;
    const errors = found.filter(({ severity }) => severity === 'error').length;
    const warnings = found.filter(({ severity }) => severity === 'warning').length;
    const total = errors + warnings > 0 ? [`${found.length} problems (${errors} errors, ${warnings} warnings)`] : [];
    if (found.length === 0) return null;
    return [
      ...groupDiagnostics(found),
      ...total,
      cut(entries.length, `fixes, ends and sources of ${entries.length} entries, ${clean} without a finding,`),
    ];
  },
};

/** Paths of a machine. */

export const inside = (folder: string, name: string): string => `${folder === '/' ? '' : folder}/${name}`;

export const parentOf = (path: string): string => path.replace(/\/[^/]*$/, '') || '/';

/** Bytes for people, in the language of the page. */
export function sized(bytes: number, language: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  let [value, unit] = [bytes, 0];
  for (; value >= 1000 && unit < units.length - 1; unit++) value /= 1000;
  const digits = { maximumFractionDigits: unit === 0 ? 0 : 1 };
  return new Intl.NumberFormat(language, { style: 'unit', unit: units[unit]!, unitDisplay: 'short', ...digits }).format(
    value,
  );
}

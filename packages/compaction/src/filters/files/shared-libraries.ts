// ldd: libraries by the folder they were found in; what is not found stays as printed. Addresses are removed, because
// they change with every run.
import { type Filter, head } from '../../filter.ts';

const FOUND = /^\s*(\S+) => (\/\S*\/)(\S+) \(0x[0-9a-f]+\)$/;

export const sharedLibraries: Filter = {
  name: 'shared-libraries',
  isList: true,
  matches: ({ program }) => program === 'ldd',
  anyLines: true,
  apply: ({ lines }) => {
    const folders = new Map<string, string[]>();
    const others: string[] = [];
    for (const line of lines) {
      const [, name = '', folder = '', file = ''] = FOUND.exec(head(line)) ?? [];
      if (name !== '' && name === file) folders.set(folder, [...(folders.get(folder) ?? []), name]);
      else if (line !== '') others.push(line.trim().replace(/ \(0x[0-9a-f]+\)$/, ''));
    }
    if (folders.size === 0) return null;
    return [...others, ...[...folders].map(([folder, names]) => `${folder} ${names.join(' ')}`)];
  },
};

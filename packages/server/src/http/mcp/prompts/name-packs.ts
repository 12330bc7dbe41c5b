/** Names for packs that clients can show as commands: lower case, letters, digits and hyphens, each of them once. */

export interface PackTitle {
  readonly id: number;
  readonly projectId: number;
  readonly title: string;
}

export interface NamedPack extends PackTitle {
  readonly name: string;
}

const MOST_CHARS = 50;

/** The same packs have the same names: they are numbered in the order in which they come. */
export function namePacks(packs: readonly PackTitle[]): NamedPack[] {
  const plain = packs.map(({ title, id }) => `pack-${slugOf(title) || id}`);
  const taken = new Set(plain);
  const lastNumber = new Map<string, number>();
  return packs.map((pack, at) => {
    const wanted = plain[at]!;
    let number = (lastNumber.get(wanted) ?? 0) + 1;
    // The name that another pack has by its title alone is not given away.
    while (number > 1 && taken.has(`${wanted}-${number}`)) number++;
    lastNumber.set(wanted, number);
    return { ...pack, name: number === 1 ? wanted : `${wanted}-${number}` };
  });
}

function slugOf(title: string): string {
  const plain = title.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MOST_CHARS)
    .replace(/^-|-$/g, '');
}

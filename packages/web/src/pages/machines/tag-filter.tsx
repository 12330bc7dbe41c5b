/** Chooses the tag whose machines are shown; nothing where no machine has one. */
import '../../app/chips.css';
import type { Machine } from '../../api/machines.ts';
import { useText } from '../../i18n/language.tsx';

interface Props {
  readonly machines: readonly Machine[];
  readonly tag: string | null;
  readonly onChange: (tag: string | null) => void;
}

export function TagFilter({ machines, tag, onChange }: Props) {
  const { machines: text } = useText();
  const tags = [
    ...Map.groupBy(
      machines.flatMap((machine) => machine.tags),
      (one) => one,
    ),
  ]
    .map(([name, all]) => ({ name, count: all.length }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
  if (tags.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are no fields
    <div className="filters" role="group" aria-label={text.tagFilter}>
      {tags.map(({ name, count }) => (
        <button
          key={name}
          type="button"
          className="chip"
          role="switch"
          aria-checked={name === tag}
          onClick={() => onChange(name === tag ? null : name)}
        >
          {name} <span className="chip-count">{count}</span>
        </button>
      ))}
    </div>
  );
}

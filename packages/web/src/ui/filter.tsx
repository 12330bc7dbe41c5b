/** One filter: what it is about, and what was chosen. */
import '../app/chips.css';
import { Icon } from './icon.tsx';

export type Choice = readonly [value: string, label: string];

interface FilterProps {
  readonly label: string;
  readonly any: string;
  readonly value: string | undefined;
  readonly choices: readonly Choice[];
  readonly onChange: (value: string) => void;
}

export function Filter({ label, any, value = '', choices, onChange }: FilterProps) {
  return (
    <label className="chip" data-on={value === '' ? undefined : true}>
      <span>{label}</span>
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{any}</option>
        {choices.map(([each, name]) => (
          <option key={each} value={each}>
            {name}
          </option>
        ))}
      </select>
      <Icon name="open" size={13} />
    </label>
  );
}

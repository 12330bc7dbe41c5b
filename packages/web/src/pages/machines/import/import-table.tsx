/** What an import would make, row by row, with why not where it would not. */
import { Checkbox, Table, Text } from '@mantine/core';
import { useText } from '../../../i18n/language.tsx';
import { Cell, Sheet } from '../../../ui/sheet.tsx';
import type { Importable } from './read-import.ts';

interface Props {
  readonly plan: readonly Importable[];
  /** Names that machines have already. */
  readonly taken: ReadonlySet<string>;
  /** What the person does not want. */
  readonly left: readonly string[];
  readonly onLeft: (left: readonly string[]) => void;
}

export function ImportTable({ plan, taken, left, onLeft }: Props) {
  const { machines: text } = useText();
  const remarksOf = ({ slug, hops, remarks }: Importable): string[] => [
    ...remarks.map((remark) =>
      remark.kind === 'condition' ? text.importCondition(remark.text) : text.importRemarks[remark.kind],
    ),
    ...(taken.has(slug) ? [text.importExists] : []),
    ...(hops.some(({ hostKey }) => hostKey === null) ? [text.importUnknownHost] : []),
  ];
  return (
    <Sheet plain columns={[{ label: text.slug }, { label: text.host }, { label: text.importRemark }]}>
      {plan.map((machine) => {
        const { slug, hops } = machine;
        const possible = hops.length > 0 && !taken.has(slug);
        return (
          <Table.Tr key={slug}>
            <Cell>
              <Checkbox
                label={slug}
                disabled={!possible}
                checked={possible && !left.includes(slug)}
                onChange={(event) =>
                  onLeft(event.currentTarget.checked ? left.filter((one) => one !== slug) : [...left, slug])
                }
              />
            </Cell>
            <Cell label={text.host}>
              {/* The machine, then the hosts it is reached through. */}
              <code className="break mono">
                {hops.map(({ host, port, user }) => `${user}@${host}:${port}`).join(' ← ')}
              </code>
            </Cell>
            <Cell label={text.importRemark}>
              <Text size="sm">{remarksOf(machine).join(' · ')}</Text>
            </Cell>
          </Table.Tr>
        );
      })}
    </Sheet>
  );
}

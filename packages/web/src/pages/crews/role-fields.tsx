/** A role in a crew, each explained where it is chosen, and when it ends by itself. */
import { Radio, Stack } from '@mantine/core';
import { CREW_ROLES, type CrewRole } from '@synapse/contract/crew-roles';
import { useText } from '../../i18n/language.tsx';
import { DateField } from '../../ui/date-field.tsx';

interface Props {
  readonly chosen: CrewRole;
  readonly until?: string | null;
  readonly roles?: readonly CrewRole[];
  /** A request says for how many hours instead. */
  readonly withEnd?: boolean;
}

export function RoleFields({ chosen, until = null, roles = CREW_ROLES, withEnd = true }: Props) {
  const { crews: text } = useText();
  return (
    <>
      <Radio.Group name="role" label={text.role} defaultValue={chosen}>
        <Stack gap={6} mt={4}>
          {roles.map((each) => (
            <Radio
              key={each}
              value={each}
              label={text.roles[each]}
              description={text.roleWhy[each]}
              className="role-choice"
            />
          ))}
        </Stack>
      </Radio.Group>
      {withEnd && (
        <DateField
          withTime
          name="until"
          label={text.until}
          description={text.untilHint}
          value={until === null ? null : localTime(until)}
        />
      )}
    </>
  );
}

/** What such a form says. */
export function roleOf(form: FormData): { readonly role: CrewRole; readonly until: string | null } {
  const until = String(form.get('until') ?? '');
  return {
    role: form.get('role') as CrewRole,
    until: until === '' ? null : new Date(until.replace(' ', 'T')).toISOString(),
  };
}

/** As the field has it: without a zone, to the minute. */
function localTime(at: string): string {
  const time = new Date(at);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16).replace('T', ' ');
}

/** The notes of a secret: what it is for, where it belongs, when to look after it, where it may be used. */
import { NumberInput, SimpleGrid, TextInput } from '@mantine/core';
import type { SecretSettings, UsedSecret } from '../../api/secrets.ts';
import { useText } from '../../i18n/language.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { readGlobs } from './globs.ts';

interface Props {
  readonly secret: UsedSecret | null;
  readonly folders: readonly string[];
}

export function SecretNotes({ secret, folders }: Props) {
  const { secrets: text } = useText();
  return (
    <>
      <TextInput
        name="description"
        label={text.description}
        description={text.descriptionHint}
        defaultValue={secret?.description ?? ''}
        maxLength={500}
      />
      <SimpleGrid cols={{ base: 1, sm: 3 }} className="align-ends">
        <TextInput
          name="folder"
          label={text.folder}
          placeholder={text.folderHint}
          defaultValue={secret?.folder ?? ''}
          maxLength={100}
          list="secret-folders"
        />
        <DateField
          name="expires_at"
          label={text.expires}
          title={text.expiresHint}
          value={secret?.expires_at?.slice(0, 10) ?? null}
        />
        <NumberInput
          name="rotate_days"
          label={text.rotate}
          title={text.rotateHint}
          defaultValue={secret?.rotate_days ?? ''}
          min={1}
          max={3650}
          allowDecimal={false}
        />
      </SimpleGrid>
      <FolderNames folders={folders} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          name="machines"
          label={text.machinesBound}
          description={text.machinesHint}
          defaultValue={secret?.machines?.join(', ') ?? ''}
        />
        <TextInput
          name="programs"
          label={text.programsBound}
          description={text.programsHint}
          defaultValue={secret?.programs?.join(', ') ?? ''}
        />
      </SimpleGrid>
    </>
  );
}

/** What may complete a folder's name. */
export const FolderNames = ({ folders }: Pick<Props, 'folders'>) => (
  <datalist id="secret-folders">
    {folders.map((folder) => (
      <option key={folder} value={folder} />
    ))}
  </datalist>
);

export function readNotes(form: FormData): SecretSettings {
  const text = (name: string): string | null => String(form.get(name) ?? '').trim() || null;
  const days = text('rotate_days');
  return {
    description: text('description'),
    folder: text('folder'),
    expires_at: text('expires_at'),
    rotate_days: days === null ? null : Number(days),
    machines: readGlobs(form.get('machines')),
    programs: readGlobs(form.get('programs')),
  };
}

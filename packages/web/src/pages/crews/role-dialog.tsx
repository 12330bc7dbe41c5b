/** Changes what a member may do. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type CrewMember, putMember } from '../../api/crews.ts';
import { useText } from '../../i18n/language.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { RoleFields, roleOf } from './role-fields.tsx';

interface Props {
  readonly crew: string;
  readonly member: CrewMember;
  readonly onClose: () => void;
}

export function RoleDialog({ crew, member: { username, role, until }, onClose }: Props) {
  const { crews: text, ui } = useText();
  const queries = useQueryClient();
  const changing = useMutation({
    mutationFn: (form: FormData) => putMember(crew, username, roleOf(form)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['crews'] });
      notifyDone(text.roleChanged(username));
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={text.roleOf(username)}
      sending={changing}
      onSubmit={(form) => changing.mutate(form)}
      submit={ui.save}
    >
      <RoleFields chosen={role} until={until} />
    </FormDialog>
  );
}

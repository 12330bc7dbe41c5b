/** The signed-in account: plan, quota, password. */
import { Button, DataList, PasswordInput, Stack } from '@mantine/core';
import { PLANS } from '@synapse/contract/plans';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { changePassword, forgetSession, meQuery } from '../../api/session.ts';
import { useText } from '../../i18n/language.tsx';
import { Form } from '../../ui/form.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { ProblemNotice } from '../../ui/problem-notice.tsx';
import { Section } from '../../ui/section.tsx';

export function AccountSection() {
  const { settings, shell } = useText();
  const { data: me } = useSuspenseQuery(meQuery);
  const facts = [
    [settings.username, me.username],
    [settings.plan, PLANS[me.plan].name],
    [settings.role, settings.roles[me.role]],
    [settings.quota, shell.callsToday(me.calls_today, me.daily_quota)],
  ] as const;
  return (
    <>
      <Section title={settings.sections.account}>
        <DataList>
          {facts.map(([label, value]) => (
            <DataList.Item key={label}>
              <DataList.ItemLabel>{label}</DataList.ItemLabel>
              <DataList.ItemValue>{value}</DataList.ItemValue>
            </DataList.Item>
          ))}
        </DataList>
      </Section>
      <PasswordSection />
    </>
  );
}

function PasswordSection() {
  const { settings } = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const changing = useMutation({
    mutationFn: ({ current, next }: { current: string; next: string }) => changePassword(current, next),
    onSuccess: async () => {
      notifyDone(settings.passwordChanged);
      forgetSession();
      await navigate({ to: '/sign-in' });
      queries.clear();
    },
  });
  const onSubmit = (form: FormData): void => {
    changing.mutate({ current: String(form.get('current')), next: String(form.get('next')) });
  };
  return (
    <Section title={settings.changePassword} description={settings.changePasswordWhy}>
      <ProblemNotice error={changing.error} />
      <Form onSubmit={onSubmit}>
        <Stack maw={360}>
          <PasswordInput name="current" label={settings.currentPassword} autoComplete="current-password" required />
          <PasswordInput
            name="next"
            label={settings.newPassword}
            description={settings.newPasswordRule}
            autoComplete="new-password"
            required
            minLength={8}
          />
          <Button type="submit" loading={changing.isPending}>
            {settings.changePassword}
          </Button>
        </Stack>
      </Form>
    </Section>
  );
}

/** What members decided alone although others were to: open until a keeper other than they has signed it. */
import { Button, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { roleAllows } from '@synapse/contract/crew-roles';
import { visibleText } from '@synapse/contract/visible-text';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Crew, type Review, reviewsQuery, signReview } from '../../api/crews.ts';
import { meQuery } from '../../api/session.ts';
import { useText } from '../../i18n/language.tsx';
import { Card } from '../../ui/card.tsx';
import { CommandLine } from '../../ui/command-line.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { notifyDone } from '../../ui/notify.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';

export function OpenReviews({ crew }: { readonly crew: Crew }) {
  const { crews: text } = useText();
  const { data: reviews = [] } = useQuery(reviewsQuery(crew.slug));
  if (reviews.length === 0) return null;
  return (
    <Card icon="warning" title={text.reviews} count={reviews.length}>
      {reviews.map((review) => (
        <OpenReview key={review.execution_id} crew={crew} review={review} />
      ))}
    </Card>
  );
}

function OpenReview({ crew, review }: { readonly crew: Crew; readonly review: Review }) {
  const { crews: text } = useText();
  const { data: me } = useQuery(meQuery);
  const [signing, { open, close }] = useDisclosure(false);
  const { execution_id: id, actor, machine, command_template, comment, created_at } = review;
  return (
    <div className="person" data-review={id}>
      <div className="grow shrink">
        <LinkAnchor to="/executions/$id" params={{ id }} underline="never" c="inherit">
          <CommandLine command={command_template} />
        </LinkAnchor>
        <Text size="xs" c="dimmed" className="break">
          {text.reviewsWhy} · {actor} · {machine} · <RelativeTime at={created_at} />
        </Text>
        <Text size="sm" className="break">
          {text.quoted(visibleText(comment))}
        </Text>
      </div>
      {actor !== me?.username && roleAllows(crew.role, 'sign-break-glass') && (
        <Button size="xs" variant="default" className="whole" onClick={open} aria-label={text.signOf(actor)}>
          {text.sign}
        </Button>
      )}
      {signing && <SignReview crew={crew.slug} review={review} onClose={close} />}
    </div>
  );
}

interface SignProps {
  readonly crew: string;
  readonly review: Review;
  readonly onClose: () => void;
}

function SignReview({ crew, review, onClose }: SignProps) {
  const { crews: text } = useText();
  const queries = useQueryClient();
  const signing = useMutation({
    mutationFn: (comment: string) => signReview(crew, review.execution_id, comment),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['crews'] });
      notifyDone(text.signed);
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={text.signOf(review.actor)}
      sending={signing}
      onSubmit={(form) => signing.mutate(String(form.get('comment')))}
      submit={text.sign}
    >
      <Textarea name="comment" label={text.signComment} required maxLength={1000} rows={2} data-autofocus />
    </FormDialog>
  );
}

/** What a file would become: the diff against what is there, its size, and the hash that the answer is bound to. */
import { Button, Text } from '@mantine/core';
import { visibleText } from '@synapse/contract/visible-text';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Approval, approvalQuery } from '../../api/approvals.ts';
import { useLanguage } from '../../i18n/language.tsx';
import { DiffView } from '../../ui/diff-view.tsx';

type File = NonNullable<Approval['file']>;

export function FileChange({ approval, file }: { readonly approval: Approval; readonly file: File }) {
  const {
    language,
    text: { approvals: text },
  } = useLanguage();
  const [all, setAll] = useState(false);
  const { data: one } = useQuery({ ...approvalQuery(approval.id, language), enabled: all });
  const { diff, more_lines: more } = one?.file ?? file;
  const { before, size, sha256, mode, place } = file;
  return (
    <div className="file-change">
      {place !== null && (
        <Text size="sm" c="red" className="break mono">
          {text.filePlace(visibleText(place))}
        </Text>
      )}
      <Text size="sm">
        {text.fileBefore(before.exists, before.size)} → <strong>{text.fileAfter(size)}</strong>
        {mode !== null && ` · ${text.fileMode(mode)}`}
      </Text>
      <Text size="xs" c="dimmed" className="break mono">
        SHA-256 {sha256}
      </Text>
      {diff === '' ? (
        <Text size="sm" c="dimmed">
          {text.fileSame}
        </Text>
      ) : (
        <DiffView label={text.fileDiff} diff={diff} />
      )}
      {more > 0 &&
        (all ? (
          <Text size="sm" c="red" role="status">
            {text.fileTooLong(more)}
          </Text>
        ) : (
          <Button className="show-rest" variant="light" color="yellow" size="xs" onClick={() => setAll(true)}>
            {text.restOfDiff(more)}
          </Button>
        ))}
    </div>
  );
}

/** The tags of a machine, as small labels. */
import { Badge, Group } from '@mantine/core';

export function MachineTags({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <Group gap={4} className="machine-tags">
      {tags.map((tag) => (
        <Badge key={tag} size="sm" variant="default" tt="none" data-tag={tag}>
          {tag}
        </Badge>
      ))}
    </Group>
  );
}

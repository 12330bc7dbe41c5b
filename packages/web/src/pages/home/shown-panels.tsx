/** What assistants have shown lately. */
import { useQuery } from '@tanstack/react-query';
import { panelsQuery } from '../../api/projects.ts';
import { useText } from '../../i18n/language.tsx';
import { Card } from '../../ui/card.tsx';
import { LinkAnchor } from '../../ui/links.tsx';
import { ShortTime } from '../../ui/relative-time.tsx';

const SHOWN = 6;

export function ShownPanels() {
  const { home } = useText();
  const { data: panels = [] } = useQuery(panelsQuery);
  if (panels.length === 0) return null;
  return (
    <Card icon="eye" title={home.panels}>
      {panels.slice(0, SHOWN).map(({ id, title, created_at }) => (
        <div key={id} className="board-line">
          <LinkAnchor to="/panels/$id" params={{ id: String(id) }} underline="hover" className="one-line grow">
            {title}
          </LinkAnchor>
          <span className="board-time">
            <ShortTime at={created_at} />
          </span>
        </div>
      ))}
    </Card>
  );
}

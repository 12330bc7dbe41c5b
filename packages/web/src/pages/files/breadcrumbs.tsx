/** Where one is: every folder on the way, each a link. */
import { Link } from '@tanstack/react-router';
import type { Place } from '../../api/files.ts';
import { useText } from '../../i18n/language.tsx';

export function Breadcrumbs({ machine, container, path }: Place) {
  const { files: text } = useText();
  const names = path.split('/').filter((name) => name !== '');
  const steps = [
    { name: machine, to: '/' },
    ...names.map((name, index) => ({ name, to: `/${names.slice(0, index + 1).join('/')}` })),
  ];
  return (
    <nav aria-label={text.path} className="crumbs">
      <ol>
        {steps.map(({ name, to }, index) => (
          <li key={to}>
            {index === steps.length - 1 ? (
              <span aria-current="page">{name}</span>
            ) : (
              <Link
                to="/machines/$slug/files"
                params={{ slug: machine }}
                search={{ path: to, ...(container === undefined ? {} : { container }) }}
              >
                {name}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

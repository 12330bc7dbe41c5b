/** What a folder holds, one line each: folders first, then files, by name. The whole line opens it. */
import { ActionIcon } from '@mantine/core';
import { FILE_LIMITS } from '@synapse/contract/file-limits';
import { Link } from '@tanstack/react-router';
import { type FolderEntry, fileAddress, type Place } from '../../api/files.ts';
import { useLanguage, useText } from '../../i18n/language.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { TimeAgo, useNow } from '../../ui/relative-time.tsx';
import { inside } from './file-path.ts';
import { permissionsOf } from './permissions.ts';

interface Props {
  readonly place: Place;
  readonly entries: readonly FolderEntry[];
}

const rank = ({ kind }: FolderEntry): number => (kind === 'folder' ? 0 : 1);

export function FolderTable({ place, entries }: Props) {
  const { files: text } = useText();
  const { language } = useLanguage();
  const now = useNow(20_000);
  const order = new Intl.Collator(language, { numeric: true });
  const sorted = entries.toSorted((one, other) => rank(one) - rank(other) || order.compare(one.name, other.name));
  return (
    <div className="row-frame">
      <div className="row-columns file-grid" aria-hidden>
        <span />
        <span>{text.name}</span>
        <span className="file-mode">{text.permissions}</span>
        <span className="file-figure">{text.size}</span>
        <span className="file-figure file-changed">{text.changed}</span>
        <span />
      </div>
      <ul className="row-list" aria-label={place.path}>
        {sorted.map((entry) => (
          <FileRow key={entry.name} place={place} entry={entry} now={now} />
        ))}
      </ul>
    </div>
  );
}

interface RowProps extends Omit<Props, 'entries'> {
  readonly entry: FolderEntry;
  readonly now: number;
}

function FileRow({ place, entry, now }: RowProps) {
  const { files: text, run } = useText();
  const { name, kind, size, modified_at, mode, owner } = entry;
  const path = inside(place.path, name);
  const large = size !== null && size > FILE_LIMITS.bytes;
  const where = place.container === undefined ? {} : { container: place.container };
  return (
    <li className="row file-grid" data-file={name}>
      <Icon name={iconOf(entry)} />
      {kind === 'file' && large ? (
        <a href={fileAddress({ ...place, path })} download={name} className="row-link one-line">
          {name}
        </a>
      ) : kind === 'file' ? (
        <Link
          to="/machines/$slug/files"
          params={{ slug: place.machine }}
          search={{ path: place.path, ...where, open: name }}
          resetScroll={false}
          className="row-link one-line"
        >
          <span className="visually-hidden">{text.edit} </span>
          {name}
        </Link>
      ) : kind === 'folder' || kind === 'link' ? (
        <Link
          to="/machines/$slug/files"
          params={{ slug: place.machine }}
          search={{ path, ...where }}
          className="row-link one-line"
        >
          {name}
        </Link>
      ) : (
        <span className="one-line">{name}</span>
      )}
      <span className="file-mode one-line">
        {mode !== null && <code>{permissionsOf(mode)}</code>} {owner}
      </span>
      <span className="file-figure">{size === null ? '–' : run.bytes(size)}</span>
      <span className="file-figure file-changed">
        {modified_at === null ? '–' : <TimeAgo at={modified_at} now={now} />}
      </span>
      <span className="row-more">
        {kind === 'file' && (
          <ActionIcon
            component="a"
            variant="subtle"
            color="gray"
            href={fileAddress({ ...place, path })}
            download={name}
            aria-label={text.downloadOf(name)}
          >
            <Icon name="download" size={14} />
          </ActionIcon>
        )}
      </span>
    </li>
  );
}

const BY_ENDING: readonly (readonly [RegExp, IconName])[] = [
  [/\.(?:sh|bash|zsh|py|rb|pl|js|ts|go|rs|c|h|java|php)$/i, 'run'],
  [/\.(?:ya?ml|json|toml|ini|conf|cfg|env|service)$/i, 'settings'],
  [/\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?)$/i, 'image'],
  [/\.(?:pem|key|crt|cer|pub|asc|gpg)$/i, 'key'],
  [/\.(?:zip|tar|t?gz|bz2|xz|zst|7z|deb|rpm)$/i, 'container'],
];

function iconOf({ name, kind }: FolderEntry): IconName {
  if (kind === 'folder') return 'project';
  if (kind === 'link') return 'link';
  return BY_ENDING.find(([ending]) => ending.test(name))?.[1] ?? 'file';
}

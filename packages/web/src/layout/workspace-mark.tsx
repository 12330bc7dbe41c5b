/** The badge of a workspace. On a narrow screen, where the menu is folded away, that of a crew stands in the bar. */
import { CREW } from '../api/workspace.ts';
import { useText } from '../i18n/language.tsx';
import { useCrew } from '../ui/use-crew.ts';

export function WorkspaceBadge({ crew, name }: { readonly crew: string | null; readonly name: string }) {
  return (
    <span
      className="switcher-badge"
      data-own={crew === null ? true : undefined}
      data-letter={[...name][0]?.toUpperCase()}
      aria-hidden
    />
  );
}

export function WorkspaceMark() {
  const { crews: text } = useText();
  const crew = useCrew();
  if (CREW === null) return null;
  const name = crew?.name ?? CREW;
  return (
    <span className="narrow-only" title={name}>
      <WorkspaceBadge crew={CREW} name={name} />
      <span className="visually-hidden">{text.workspaceIs(name)}</span>
    </span>
  );
}

/** View: settings, theme, language. */
import { Button, Menu, useMantineColorScheme } from '@mantine/core';
import { useLanguage } from '../i18n/language.tsx';
import { LANGUAGES } from '../i18n/load-catalogue.ts';
import { Icon } from '../ui/icon.tsx';
import { LinkItem } from '../ui/links.tsx';

const LANGUAGE_NAMES = { fr: 'Français', en: 'English' } as const;
const SCHEMES = ['light', 'dark', 'auto'] as const;

export function ViewMenu({ withSettings = true }: { readonly withSettings?: boolean }) {
  const { language, text, speak } = useLanguage();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { shell } = text;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button variant="subtle" color="gray" size="sm" className="view-button">
          <span className="narrow-only">
            <Icon name="eye" />
          </span>
          <span className="wide-only">{shell.view}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {withSettings && (
          <>
            <LinkItem to="/settings" leftSection={<Icon name="settings" />}>
              {shell.settings}
            </LinkItem>
            <LinkItem to="/settings/$section" params={{ section: 'ai-access' }} leftSection={<Icon name="key" />}>
              {shell.settingsAiAccess}
            </LinkItem>
            <Menu.Divider />
          </>
        )}
        <Menu.Label>{shell.theme}</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(scheme) => setColorScheme(scheme as typeof colorScheme)}>
          {SCHEMES.map((scheme) => (
            <Menu.RadioItem key={scheme} value={scheme}>
              {shell.schemes[scheme]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>{shell.language}</Menu.Label>
        <Menu.RadioGroup value={language} onChange={(chosen) => speak(chosen as typeof language)}>
          {LANGUAGES.map((each) => (
            <Menu.RadioItem key={each} value={each} lang={each}>
              {LANGUAGE_NAMES[each]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

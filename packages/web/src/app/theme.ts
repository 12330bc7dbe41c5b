/** Type, colours and defaults of the page; every text colour here reaches WCAG AA on its background. */
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core';

const synapse: MantineColorsTuple = [
  '#eef1ff',
  '#dfe4ff',
  '#bcc6ff',
  '#9dabff',
  '#7c8cff',
  '#5f74ff',
  '#3d5afe',
  '#3049db',
  '#263bb3',
  '#1c2140',
];

const dark: MantineColorsTuple = [
  '#e6e8ee',
  '#bcc2ce',
  '#949cac',
  '#6b7383',
  '#262b35',
  '#20252e',
  '#1a1e26',
  '#14171d',
  '#0d0f13',
  '#0b0d11',
];

/** The primary colour is dark on light and light on dark, so the text on it is too. */
const onPrimary: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const primary = input.color === undefined || input.color === input.theme.primaryColor;
  return input.variant === 'filled' && primary ? { ...colors, color: 'var(--synapse-on-primary)' } : colors;
};

export const theme = createTheme({
  primaryColor: 'synapse',
  primaryShade: { light: 6, dark: 4 },
  variantColorResolver: onPrimary,
  black: '#16181d',
  colors: { synapse, dark },
  radius: { xs: '4px', sm: '7px', md: '7px', lg: '10px', xl: '999px' },
  defaultRadius: 'md',
  fontSizes: { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '18px' },
  spacing: { xs: '8px', sm: '10px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.5', xl: '1.5' },
  respectReducedMotion: true,
  fontFamily: '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace:
    '"JetBrains Mono Variable", ui-monospace, "Cascadia Code", "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '15px', lineHeight: '1.4' },
      h2: { fontSize: '13px', lineHeight: '1.45' },
      h3: { fontSize: '13px', lineHeight: '1.45' },
      h4: { fontSize: '13px', lineHeight: '1.45' },
    },
  },
  components: {
    Badge: { defaultProps: { tt: 'none', fw: 500 } },
    Paper: { defaultProps: { radius: 'lg' } },
    Card: { defaultProps: { radius: 'lg' } },
    Modal: { defaultProps: { centered: true, radius: 'lg' } },
    // Its placeholder is a child that no menu may have: the first item takes the focus.
    Menu: { defaultProps: { radius: 'md', shadow: 'none', withInitialFocusPlaceholder: false } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 200, events: { hover: true, focus: true, touch: true } } },
    Anchor: { defaultProps: { underline: 'always' } },
  },
});

/** The terminal is dark in both themes, as terminals are. */
const SCREEN = {
  '--synapse-screen': '#0b0d11',
  '--synapse-screen-text': '#d7dbe4',
  '--synapse-screen-dim': '#8790a1',
  '--synapse-screen-line': '#20242d',
  '--synapse-screen-secret': '#3a2f12',
  '--synapse-screen-secret-text': '#f5cd6b',
};

/** Colour says state and nothing else: `ok`, `bad`, `wait`, `live`. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: SCREEN,
  light: {
    '--mantine-color-dimmed': '#5d6472',
    '--mantine-color-placeholder': '#646b79',
    '--mantine-color-error': '#b91c1c',
    '--mantine-color-default-border': '#e4e6ea',
    '--mantine-color-teal-light-color': '#065a42',
    '--mantine-color-orange-light-color': '#8a3206',
    '--mantine-color-red-light-color': '#9c1c1c',
    '--synapse-on-primary': '#fff',
    '--synapse-canvas': '#fbfbfc',
    '--synapse-soft': '#f3f4f6',
    '--synapse-chosen': '#eef1ff',
    '--synapse-ok': '#15803d',
    '--synapse-bad': '#c81e1e',
    '--synapse-wait': '#a84e08',
    '--synapse-live': '#1d5fd6',
    '--synapse-idle': '#9aa1ad',
    '--synapse-frozen': '#1d5fd6',
    '--synapse-secret': '#fff1c2',
    '--synapse-secret-text': '#7a5200',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-2)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': '#f87171',
    '--mantine-color-anchor': 'var(--mantine-color-synapse-3)',
    '--mantine-color-default': 'var(--mantine-color-dark-7)',
    '--mantine-color-default-hover': 'var(--mantine-color-dark-6)',
    '--mantine-color-default-border': 'var(--mantine-color-dark-4)',
    '--mantine-color-gray-light': 'var(--mantine-color-dark-5)',
    '--synapse-on-primary': '#0d0f13',
    '--synapse-canvas': 'var(--mantine-color-dark-8)',
    '--synapse-soft': 'var(--mantine-color-dark-6)',
    '--synapse-chosen': '#1c2140',
    '--synapse-ok': '#3ecf7a',
    '--synapse-bad': '#f87171',
    '--synapse-wait': '#f5b14c',
    '--synapse-live': '#6ea8ff',
    '--synapse-idle': '#6b7383',
    '--synapse-frozen': '#6ea8ff',
    '--synapse-secret': '#3a2f12',
    '--synapse-secret-text': '#f5cd6b',
  },
});

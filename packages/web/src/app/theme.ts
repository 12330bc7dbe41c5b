/** The library's theme, made from the colours and sizes that the page shares with the views in a conversation. */
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type VariantColorsResolver,
} from '@mantine/core';
import {
  COLOURS,
  DARK,
  FONT_SIZES,
  FONTS,
  LINE_HEIGHTS,
  PRIMARY,
  PRIMARY_SHADE,
  RADIUS,
  SCREEN,
  SPACING,
} from '@synapse/contract/design-tokens';

/** The text on the primary colour differs with the theme. */
const onPrimary: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  const primary = input.color === undefined || input.color === input.theme.primaryColor;
  return input.variant === 'filled' && primary ? { ...colors, color: 'var(--synapse-on-primary)' } : colors;
};

export const theme = createTheme({
  primaryColor: 'synapse',
  primaryShade: PRIMARY_SHADE,
  variantColorResolver: onPrimary,
  black: COLOURS.text.light,
  colors: { synapse: PRIMARY, dark: DARK },
  radius: RADIUS,
  defaultRadius: 'md',
  fontSizes: FONT_SIZES,
  spacing: SPACING,
  lineHeights: LINE_HEIGHTS,
  respectReducedMotion: true,
  fontFamily: FONTS.text,
  fontFamilyMonospace: FONTS.mono,
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: FONT_SIZES.lg, lineHeight: LINE_HEIGHTS.xs },
      h2: { fontSize: FONT_SIZES.md, lineHeight: LINE_HEIGHTS.md },
      h3: { fontSize: FONT_SIZES.md, lineHeight: LINE_HEIGHTS.md },
      h4: { fontSize: FONT_SIZES.md, lineHeight: LINE_HEIGHTS.md },
    },
  },
  components: {
    Alert: { defaultProps: { variant: 'light' } },
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

const SCREEN_VARIABLES = {
  '--synapse-screen': SCREEN.background,
  '--synapse-screen-text': SCREEN.text,
  '--synapse-screen-dim': SCREEN.dim,
  '--synapse-screen-line': SCREEN.line,
  '--synapse-screen-secret': SCREEN.secret,
  '--synapse-screen-secret-text': SCREEN.secretText,
};

/** In both themes; what only one of them changes of the library's own colours is below. */
const VARIABLES = {
  '--mantine-color-dimmed': COLOURS.dimmed,
  '--mantine-color-placeholder': COLOURS.placeholder,
  '--mantine-color-error': COLOURS.error,
  '--mantine-color-default-border': COLOURS.border,
  '--synapse-on-primary': COLOURS.onPrimary,
  '--synapse-canvas': COLOURS.canvas,
  '--synapse-soft': COLOURS.soft,
  '--synapse-chosen': COLOURS.chosen,
  '--synapse-ok': COLOURS.ok,
  '--synapse-bad': COLOURS.bad,
  '--synapse-wait': COLOURS.wait,
  '--synapse-live': COLOURS.live,
  '--synapse-idle': COLOURS.idle,
  '--synapse-frozen': COLOURS.frozen,
  // Of notices and badges.
  '--mantine-color-teal-light-color': COLOURS.ok,
  '--mantine-color-orange-light-color': COLOURS.wait,
  '--mantine-color-yellow-light-color': COLOURS.wait,
  '--mantine-color-red-light-color': COLOURS.bad,
  '--synapse-secret': COLOURS.secret,
  '--synapse-secret-text': COLOURS.secretText,
};

const variablesIn = (scheme: 'light' | 'dark'): Record<string, string> =>
  Object.fromEntries(Object.entries(VARIABLES).map(([name, colour]) => [name, colour[scheme]]));

export const cssVariables: CSSVariablesResolver = () => ({
  variables: SCREEN_VARIABLES,
  light: variablesIn('light'),
  dark: {
    ...variablesIn('dark'),
    '--mantine-color-anchor': COLOURS.link.dark,
    '--mantine-color-default': COLOURS.surface.dark,
    '--mantine-color-default-hover': COLOURS.soft.dark,
    '--mantine-color-gray-light': 'var(--mantine-color-dark-5)',
    '--mantine-color-synapse-light': COLOURS.chosen.dark,
    '--mantine-color-synapse-light-hover': COLOURS.chosen.dark,
    '--mantine-color-synapse-light-color': COLOURS.text.dark,
  },
});

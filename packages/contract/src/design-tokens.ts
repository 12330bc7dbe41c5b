/**
 * Colours, sizes and fonts of everything that is shown in a browser: the page, and the views in a client's conversation.
 * Every text colour reaches WCAG AA on its background.
 */
interface Themed {
  readonly light: string;
  readonly dark: string;
}

export const PRIMARY = [
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
] as const;

export const DARK = [
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
] as const;

/** Which of its shades the primary colour is. */
export const PRIMARY_SHADE = { light: 6, dark: 4 } as const;

export const COLOURS = {
  text: { light: '#16181d', dark: DARK[0] },
  dimmed: { light: '#5d6472', dark: DARK[2] },
  placeholder: { light: '#646b79', dark: DARK[2] },
  error: { light: '#b91c1c', dark: '#f87171' },
  link: { light: PRIMARY[6], dark: PRIMARY[3] },
  primary: { light: PRIMARY[PRIMARY_SHADE.light], dark: PRIMARY[PRIMARY_SHADE.dark] },
  /** The primary colour is dark on light and light on dark, so the text on it is too. */
  onPrimary: { light: '#ffffff', dark: DARK[8] },
  surface: { light: '#ffffff', dark: DARK[7] },
  canvas: { light: '#fbfbfc', dark: DARK[8] },
  soft: { light: '#f3f4f6', dark: DARK[6] },
  chosen: { light: PRIMARY[0], dark: PRIMARY[9] },
  border: { light: '#e4e6ea', dark: DARK[4] },
  // Colour says state and nothing else.
  ok: { light: '#15803d', dark: '#3ecf7a' },
  bad: { light: '#c81e1e', dark: '#f87171' },
  wait: { light: '#a84e08', dark: '#f5b14c' },
  live: { light: '#1d5fd6', dark: '#6ea8ff' },
  idle: { light: '#9aa1ad', dark: DARK[3] },
  frozen: { light: '#1d5fd6', dark: '#6ea8ff' },
  secret: { light: '#fff1c2', dark: '#3a2f12' },
  secretText: { light: '#7a5200', dark: '#f5cd6b' },
} as const satisfies Record<string, Themed>;

/** The terminal is dark in both themes, as terminals are. */
export const SCREEN = {
  background: '#0b0d11',
  text: '#d7dbe4',
  dim: '#8790a1',
  line: '#20242d',
  secret: '#3a2f12',
  secretText: '#f5cd6b',
} as const;

export const RADIUS = { xs: '4px', sm: '7px', md: '7px', lg: '10px', xl: '999px' } as const;
export const FONT_SIZES = { xs: '12px', sm: '13px', md: '13px', lg: '15px', xl: '18px' } as const;
export const SPACING = { xs: '8px', sm: '10px', md: '14px', lg: '16px', xl: '20px' } as const;
export const LINE_HEIGHTS = { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.5', xl: '1.5' } as const;

export const FONTS = {
  text: '"Inter Variable", system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  mono: '"JetBrains Mono Variable", ui-monospace, "Cascadia Code", "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
} as const;

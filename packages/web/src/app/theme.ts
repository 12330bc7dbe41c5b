/** Colours and defaults of the page; every text colour here reaches WCAG AA on its background. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const synapse: MantineColorsTuple = [
  '#eef1ff',
  '#dde3fd',
  '#b7c2f8',
  '#92a2f3',
  '#7387ee',
  '#5d74ea',
  '#4a62e3',
  '#3850cf',
  '#2e43b3',
  '#243690',
];

const dark: MantineColorsTuple = [
  '#dfe3ec',
  '#b9c0d0',
  '#98a1b6',
  '#6f788f',
  '#3c4458',
  '#2d3446',
  '#222838',
  '#181c28',
  '#12151f',
  '#0c0e16',
];

export const theme = createTheme({
  primaryColor: 'synapse',
  primaryShade: { light: 7, dark: 6 },
  colors: { synapse, dark },
  defaultRadius: 'md',
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Code", "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace',
  headings: {
    fontWeight: '650',
    sizes: { h1: { fontSize: '1.6rem' }, h2: { fontSize: '1.1rem' }, h3: { fontSize: '1rem' } },
  },
  components: {
    Badge: { defaultProps: { tt: 'none', fw: 600 } },
    Modal: { defaultProps: { centered: true } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 200, events: { hover: true, focus: true, touch: true } } },
    Anchor: { defaultProps: { underline: 'always' } },
  },
});

/** The library's grey on white is below AA; these are not. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-teal-light-color': '#065a42',
    '--mantine-color-orange-light-color': '#8a3206',
    '--mantine-color-red-light-color': '#9c1c1c',
    '--synapse-canvas': '#f5f6fa',
    '--synapse-output': '#fbfbfd',
    '--synapse-column': '#e9ebf2',
    '--synapse-command': '#eef0f5',
    '--synapse-frozen': '#3850cf',
    '--synapse-waiting': '#b45309',
    '--synapse-waiting-glow': 'rgb(217 119 6 / 15%)',
    '--synapse-secret': '#fdf0c4',
    '--synapse-secret-text': '#6b4a00',
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-anchor': 'var(--mantine-color-synapse-3)',
    '--mantine-color-gray-light': 'var(--mantine-color-dark-5)',
    '--synapse-canvas': 'var(--mantine-color-dark-8)',
    '--synapse-output': 'var(--mantine-color-dark-9)',
    '--synapse-column': 'var(--mantine-color-dark-7)',
    '--synapse-command': 'var(--mantine-color-dark-9)',
    '--synapse-frozen': '#92a2f3',
    '--synapse-waiting': '#e0a44a',
    '--synapse-waiting-glow': 'rgb(224 164 74 / 18%)',
    '--synapse-secret': '#43381a',
    '--synapse-secret-text': '#f3d58a',
  },
});

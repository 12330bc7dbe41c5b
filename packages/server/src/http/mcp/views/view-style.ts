/** The look of the views: the page's own colours, sizes and fonts, in the theme that the host names. */
import { COLOURS, FONT_SIZES, FONTS, LINE_HEIGHTS, RADIUS, SCREEN, SPACING } from '@synapse/contract/design-tokens';

const themed = Object.entries(COLOURS).map(([name, { light, dark }]) => `--${name}: light-dark(${light}, ${dark});`);
const screen = Object.entries(SCREEN).map(([name, colour]) => `--screen-${name}: ${colour};`);

export const VIEW_STYLE = `
:root { color-scheme: light dark; ${[...themed, ...screen].join(' ')} }
:root[data-theme=light] { color-scheme: light; }
:root[data-theme=dark] { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0; padding: ${SPACING.md}; background: var(--surface); color: var(--text); font: ${FONT_SIZES.md}/${LINE_HEIGHTS.md} ${FONTS.text}; }
header { display: flex; flex-wrap: wrap; gap: 6px ${SPACING.sm}; align-items: center; min-height: 28px; }
h1 { font-size: ${FONT_SIZES.md}; font-weight: 600; margin: 0; overflow-wrap: anywhere; }
p { margin: ${SPACING.xs} 0 0; overflow-wrap: anywhere; }
.dim { color: var(--dimmed); } .bad { color: var(--bad); } .wait { color: var(--wait); }
.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
.small { font-size: ${FONT_SIZES.xs}; overflow-wrap: anywhere; }
.space { flex: 1; }
.state { display: inline-flex; align-items: center; gap: 7px; white-space: nowrap; }
.dot { flex: none; width: 7px; height: 7px; border-radius: 50%; background: var(--idle); }
.dot[data-state=ok] { background: var(--ok); }
.dot[data-state=bad] { background: var(--bad); }
.dot[data-state=refused] { border-radius: 2px; background: var(--bad); }
.dot[data-state=wait] { background: var(--wait); }
.dot[data-state=live] { background: var(--live); }
.dot[data-state=off] { border: 1.5px solid var(--idle); background: none; }
.word[data-state=bad], .word[data-state=refused] { color: var(--bad); }
.word[data-state=wait] { color: var(--wait); }
.word[data-state=live] { color: var(--live); }
button { font: 500 ${FONT_SIZES.sm}/1 ${FONTS.text}; height: 28px; padding: 0 ${SPACING.sm}; color: var(--text); background: var(--surface); border: 1px solid var(--border); border-radius: ${RADIUS.md}; cursor: pointer; }
button:hover:enabled { background: var(--soft); }
button:focus-visible, pre:focus-visible { outline: 2px solid var(--link); outline-offset: 1px; }
button:disabled { cursor: default; }
button.main, button.main:hover:enabled { background: var(--primary); border-color: var(--primary); color: var(--onPrimary); }
button.stop { color: var(--bad); }
.choice { display: inline-flex; border: 1px solid var(--border); border-radius: ${RADIUS.md}; overflow: hidden; }
.choice button { height: 26px; border: 0; border-radius: 0; color: var(--dimmed); }
.choice button[aria-pressed=true] { background: var(--soft); color: var(--text); }
.choice button:focus-visible { outline-offset: -2px; }
.command { font: ${FONT_SIZES.xs}/${LINE_HEIGHTS.lg} ${FONTS.mono}; background: var(--soft); border-radius: ${RADIUS.md}; margin-top: ${SPACING.xs}; padding: 6px ${SPACING.sm}; overflow-wrap: anywhere; white-space: pre-wrap; }
pre { font: ${FONT_SIZES.xs}/${LINE_HEIGHTS.xl} ${FONTS.mono}; background: var(--screen-background); color: var(--screen-text); border: 1px solid var(--screen-line); border-radius: ${RADIUS.lg}; margin: ${SPACING.xs} 0 0; padding: ${SPACING.xs} ${SPACING.md}; max-height: 340px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; unicode-bidi: isolate; }
pre.errors { border-left: 3px solid var(--bad); }
mark { border-radius: ${RADIUS.xs}; background: var(--secret); color: var(--secretText); }
pre mark { background: var(--screen-secret); color: var(--screen-secretText); }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: ${SPACING.xs}; }
.grid button { height: auto; padding: ${SPACING.xs} ${SPACING.sm}; line-height: ${LINE_HEIGHTS.md}; text-align: left; overflow-wrap: anywhere; }
.grid button[aria-pressed=true] { border-color: var(--primary); background: var(--chosen); }
.grid .state { display: flex; font-weight: 400; }
table { width: 100%; margin-top: ${SPACING.xs}; border-collapse: collapse; }
th { padding: 0 ${SPACING.md} 6px 0; color: var(--dimmed); font-size: ${FONT_SIZES.xs}; font-weight: 400; text-align: left; }
td { padding: ${SPACING.xs} ${SPACING.md} ${SPACING.xs} 0; border-top: 1px solid var(--border); vertical-align: top; overflow-wrap: anywhere; }
th.number, td.number { text-align: right; }
th:last-child, td:last-child { padding-right: 0; }
#detail:not(:empty) { margin-top: ${SPACING.md}; padding-top: ${SPACING.md}; border-top: 1px solid var(--border); }
@media (max-width: 480px) { .wide { display: none; } }
`;

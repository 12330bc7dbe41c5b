/** The look of the views: the page's own colours, in the theme that the host names. */
export const VIEW_STYLE = `
:root { color-scheme: light dark;
  --paper: light-dark(#ffffff, #1f1f23); --ink: light-dark(#1b1b1f, #e8e8ec); --dim: light-dark(#5c5f66, #a6a7ab);
  --line: light-dark(#dee2e6, #3b3c42); --code: light-dark(#f6f7f9, #17171a); --accent: light-dark(#0b7285, #66d9e8);
  --good: light-dark(#087f5b, #38d9a9); --bad: light-dark(#c92a2a, #ff8787); --warn: light-dark(#a35200, #ffc078); }
:root[data-theme=light] { color-scheme: light; }
:root[data-theme=dark] { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0; padding: 12px; background: var(--paper); color: var(--ink); font: 14px/1.45 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
h1 { font-size: 14px; margin: 0; overflow-wrap: anywhere; }
.command { font: 12px/1.4 ui-monospace, monospace; color: var(--dim); margin: 6px 0; overflow-wrap: anywhere; white-space: pre-wrap; }
.mark { border: 1px solid currentColor; border-radius: 999px; padding: 0 8px; font-size: 12px; white-space: nowrap; }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); } .dim { color: var(--dim); }
.space { flex: 1; }
button { font: inherit; color: var(--ink); background: var(--paper); border: 1px solid var(--line); border-radius: 6px; padding: 3px 10px; cursor: pointer; }
button:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
button[aria-pressed=true] { border-color: var(--accent); color: var(--accent); }
button.main { background: var(--accent); border-color: var(--accent); color: var(--paper); }
pre { font: 12px/1.45 ui-monospace, monospace; background: var(--code); border: 1px solid var(--line); border-radius: 6px;
  margin: 8px 0 0; padding: 8px; max-height: 340px; overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
pre.errors { border-color: var(--bad); }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 8px; }
.grid button { text-align: left; padding: 8px; display: flex; flex-direction: column; gap: 2px; overflow-wrap: anywhere; }
table { width: 100%; border-collapse: collapse; }
td { padding: 6px 8px 6px 0; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
tr:first-child td { border-top: 0; }
#detail { margin-top: 12px; }
`;

/** The one style sheet of the documentation pages. */
export const STYLE = `:root { color-scheme: light dark; --line: #8884; --soft: #8882; --strong: #0b7285; }
@media (prefers-color-scheme: dark) { :root { --strong: #66d9e8; } }
body { font: 16px/1.55 system-ui, sans-serif; margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
h1, h2 { line-height: 1.2; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--line); padding-bottom: .3rem; }
a { color: var(--strong); }
code, pre { font: .9em/1.5 ui-monospace, monospace; }
pre { background: var(--soft); border-radius: .4rem; padding: .8rem; overflow-x: auto; }
details { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; padding: .5rem .8rem; }
summary { cursor: pointer; }
summary b { display: inline-block; min-width: 4.2rem; color: var(--strong); }
summary span { opacity: .8; }
table { border-collapse: collapse; width: 100%; display: block; overflow-x: auto; }
th, td { border-bottom: 1px solid var(--line); padding: .4rem .6rem; text-align: left; vertical-align: top; }
tr:target { background: var(--soft); outline: 2px solid var(--strong); }
`;

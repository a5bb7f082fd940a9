/**
 * The styles of the page in an export, which must work without other files. Text contrast is 4.5:1 in both palettes.
 */
export const pageStyle = `
:root { color-scheme: light dark; --paper: #fbf9f4; --surface: #fff; --ink: #14242c; --muted: #53636a; --line: #e3ddd0;
  --accent: #084f51; --active: #1b6b3f; --renewal_due: #2a56a8; --expiring_soon: #8a5000; --expired: #ab2318; --warn: #fcecd0 }
@media screen and (prefers-color-scheme: dark) { :root { --paper: #0d181e; --surface: #14232b; --ink: #eaf1f1;
  --muted: #a3b4ba; --line: #263a43; --accent: #8fded7; --active: #74d39a; --renewal_due: #9dbcff;
  --expiring_soon: #f2b861; --expired: #ff9d92; --warn: #3d2d10 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 ui-sans-serif, system-ui, sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
header, main, footer { max-width: 60rem; margin: 0 auto; padding: 0 1rem }
header { padding-top: 2rem; border-top: 4px solid var(--accent) }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .25rem; text-wrap: balance }
h2 { font-size: 1.3rem; margin: 2.5rem 0 .75rem }
h3 { font-size: 1.05rem; margin: 0 }
p { max-width: 70ch; margin: .25rem 0 }
a { color: var(--accent); text-underline-offset: 3px }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: 0; list-style: none; margin: 1rem 0 0 }
nav a, .files a { display: inline-block; padding: .6rem 0; min-height: 44px }
.muted { color: var(--muted) }
.note { background: var(--warn); border-radius: 12px; padding: .75rem 1rem; margin-top: 1.5rem }
.cards { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 20rem), 1fr)) }
.card { background: var(--surface); border: 1px solid var(--line); border-top: 4px solid var(--tone, var(--line));
  border-radius: 12px; padding: .9rem 1rem; break-inside: avoid }
.stack { display: grid; gap: .75rem }
.status { color: var(--tone); font-weight: 600 }
.trash { color: var(--muted); font-weight: 600 }
dl { display: grid; grid-template-columns: fit-content(55%) minmax(6rem, 1fr); gap: .1rem .9rem; margin: .5rem 0 0 }
dt { color: var(--muted) }
dd { margin: 0; white-space: pre-line }
.files { margin: .25rem 0 0; padding: 0; list-style: none }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: .9375rem }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line) }
th { color: var(--muted); font-weight: 600 }
td.number { text-align: right; white-space: nowrap }
@media (max-width: 40rem) { table.wide thead { position: absolute; clip-path: inset(50%); width: 1px; height: 1px; overflow: hidden }
  table.wide tr, table.wide td { display: block } table.wide td { border: 0; padding: .05rem 0; text-align: left }
  table.wide td[data-label]::before { content: attr(data-label) ": "; color: var(--muted) }
  table.wide tr { border-bottom: 1px solid var(--line); padding: .6rem 0 } }
footer { padding: 3rem 1rem; color: var(--muted) }
@media print { body { background: #fff; font-size: 11pt } nav { display: none } a { color: inherit } }
`

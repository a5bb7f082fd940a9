import { createHash } from 'node:crypto'
import { html, raw } from 'hono/html'
import type { RuleWithGaps } from '#server/ceu/rule-gap-service.ts'
import type { PackSummary } from '#server/ceu/rule-pack-store.ts'
import { comparePackVersions, type PackManifest, type RuleDifferences } from '#shared/ceu/rule-pack.ts'
import { instantText } from './admin-text.ts'

type Markup = ReturnType<typeof html>

/** The colors of the app, by day and by night; the page has no script and loads nothing. */
const style = `
:root { --paper: #fbf9f4; --surface: #fff; --ink: #14242c; --muted: #53636a; --line: #e3ddd0; --edge: #8b8676;
  --accent: #0b6a6b; --on-accent: #fff; --bad: #ab2318; --bad-soft: #fce4e0; color-scheme: light dark; }
@media (prefers-color-scheme: dark) { :root { --paper: #0d181e; --surface: #14232b; --ink: #eaf1f1; --muted: #a3b4ba;
  --line: #263a43; --edge: #6d828a; --accent: #63cbc2; --on-accent: #06201f; --bad: #ff9d92; --bad-soft: #4a1d1a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.625rem system-ui, sans-serif; }
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 2rem; line-height: 2.375rem; margin: 0 0 .5rem; text-wrap: balance; }
h2 { font-size: 1.375rem; line-height: 1.875rem; margin: 2.5rem 0 .75rem; }
p { margin: 0 0 .75rem; max-width: 42rem; }
.muted { color: var(--muted); }
.card { background: var(--surface); border: 1px solid var(--line); border-radius: 16px; padding: 1.25rem; margin: 0 0 1rem; }
p.alert { max-width: none; background: var(--bad-soft); color: var(--bad); border-radius: 12px; padding: .75rem 1rem; overflow-wrap: anywhere; }
dl { margin: 0; } dt { font-weight: 600; } dd { margin: 0 0 .5rem; color: var(--muted); overflow-wrap: anywhere; }
ul { margin: 0; padding: 0; list-style: none; } li { padding: .25rem 0; overflow-wrap: anywhere; }
form + p { margin-top: .75rem; }
form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; margin: .75rem 0 0; }
label, input { flex-basis: 100%; min-width: 0; } label { font-weight: 600; } input { font: inherit; }
button, ::file-selector-button { font: inherit; min-height: 2.75rem; max-width: 100%; border: 1px solid var(--edge);
  border-radius: 12px; padding: .5rem 1.25rem; margin: 0; background: transparent; color: var(--ink); cursor: pointer; }
::file-selector-button { margin-inline-end: .75rem; }
.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
a { color: var(--accent); } summary { min-height: 2.75rem; padding: .5rem 0; cursor: pointer; font-weight: 600; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
`

const hash = createHash('sha256').update(style).digest('base64')
export const pagePolicy = `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

/** The rules in use, as the operator sees them. `keyId` is `null` for those that the program came with. */
type RulesInUse = { version: string; asOf: string; keyId: string | null; activatedAt: Date | null }

type RulesState = {
  inUse: RulesInUse
  packs: PackSummary[]
  refused?: string | undefined
}

/** The first page: the rules in use, the uploaded packs, and a form to upload another one. */
export function rulesPage({ inUse, packs, refused }: RulesState): Markup {
  const others = packs.filter(({ version }) => version !== inUse.version)
  return page(
    'CE rules',
    html`<h1>CE rules ${inUse.version}</h1>
    <p class="muted">These rules are in use. Cycles keep the rule they began with until their owner accepts the newer one.</p>
    ${refused === undefined ? '' : html`<p class="alert" role="alert">${refused}</p>`}
    <div class="card">
      <dl>
        <dt>Gathered on</dt><dd>${inUse.asOf}</dd>
        <dt>From</dt><dd>${sourceText(inUse)}</dd>
      </dl>
      ${inUse.keyId === null ? '' : html`<a href="/ops/rules/${inUse.version}">Its changelog</a>${rollBackForm(inUse.version)}`}
    </div>
    <p><a href="/ops/rules/review">What is not known about these rules</a></p>
    <h2>Load newer rules</h2>
    <form method="post" action="/ops/rules" enctype="multipart/form-data">
      <label for="file">Rule pack (a file that ends with .lanyard-rules)</label>
      <input id="file" name="file" type="file" required accept=".lanyard-rules,.json">
      <button class="primary">Check and show changes</button>
    </form>
    <p class="muted">Nothing changes until you install it on the next page.</p>
    ${others.length === 0 ? '' : html`<h2>Packs that were uploaded</h2><ul>${others.map((pack) => packItem(pack, inUse.version))}</ul>`}`,
  )
}

function sourceText({ keyId, activatedAt }: RulesInUse): string {
  if (keyId === null) return 'This version of Lanyard'
  return `A pack that was installed${activatedAt ? ` on ${instantText(activatedAt)}` : ''}, signed with the key ${keyId}`
}

function rollBackForm(version: string): Markup {
  return html`<form method="post" action="/ops/rules/${version}/rollback"><button>Go back to the rules before ${version}</button></form>`
}

function packItem({ version, uploadedAt, activatedAt }: PackSummary, inUse: string): Markup {
  const isNewer = comparePackVersions(version, inUse) > 0
  const state = isNewer
    ? 'installed, but this version of Lanyard cannot use it'
    : 'replaced by the rules in use'
  return html`<li class="card"><a href="/ops/rules/${version}">Rules ${version}</a>
    <span class="muted">uploaded on ${instantText(uploadedAt)}, ${activatedAt === null ? 'not in use' : state}</span>
    ${isNewer && activatedAt !== null ? rollBackForm(version) : ''}</li>`
}

/**
 * The changes that a pack would make, with a button that installs it. `refused` is the reason why it cannot be
 * installed.
 */
export function packPage(
  { version, asOf, changelog }: PackManifest,
  { keyId, differences, inUse, refused }: PackState,
): Markup {
  return page(
    `Rules ${version}`,
    html`<p><a href="/ops/rules">All CE rules</a></p>
    <h1>Rules ${version}</h1>
    <p class="muted">Gathered on ${asOf}, signed with the key ${keyId}. In use now: rules ${inUse}.</p>
    ${
      refused === null
        ? html`<form method="post" action="/ops/rules/${version}/install"><button class="primary">Install rules ${version}</button></form>`
        : html`<p>${refused}</p>`
    }
    <h2>Changelog</h2>
    ${changelog.length === 0 ? html`<p>It names no changes.</p>` : html`<dl>${changelog.map(({ id, what }) => html`<dt>${id}</dt><dd>${what}</dd>`)}</dl>`}
    ${version === inUse ? '' : differenceLists(differences)}`,
  )
}

export type PackState = { keyId: string; differences: RuleDifferences; inUse: string; refused: string | null }

function differenceLists({ added, removed, changed }: RuleDifferences): Markup {
  const changes = changed.map(({ id, fields }) => `${id}: ${fields.join(', ')}`)
  return html`<h2>Differences from the rules in use</h2>
    <p>Records changed: ${changed.length}, added: ${added.length}, removed: ${removed.length}.</p>
    ${differenceList('Changed', changes)}${differenceList('Added', added)}${differenceList('Removed', removed)}`
}

function differenceList(title: string, lines: string[]): Markup | '' {
  if (lines.length === 0) return ''
  return html`<details><summary>${title} (${lines.length})</summary><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></details>`
}

/** What is not known about the rules in use. Rules that concern somebody come first, opened. */
export function reviewPage(version: string, rules: RuleWithGaps[]): Markup {
  const points = rules.reduce((count, { gaps }) => count + gaps.length, 0)
  return page(
    'What is not known',
    html`<p><a href="/ops/rules">All CE rules</a></p>
    <h1>What is not known about rules ${version}</h1>
    <p class="muted">${points} points in ${rules.length} records: doubts, parts without a source, law whose date has passed, and sources to read
    again. The records that concern most owners come first.</p>
    ${rules.length === 0 ? html`<p>Every part of every record has a source, and none is due for review.</p>` : rules.map(gapList)}`,
  )
}

function gapList({ ruleId, board, owners, gaps }: RuleWithGaps): Markup {
  return html`<details class="card" ${owners > 0 ? raw('open') : ''}>
    <summary>${ruleId}: ${owners} ${owners === 1 ? 'owner' : 'owners'}, ${gaps.length} ${gaps.length === 1 ? 'point' : 'points'}</summary>
    <p class="muted">${board}</p>
    <dl>${gaps.map(({ kind, what, url }) => html`<dt>${what}</dt><dd>${gapText[kind]} <a href="${url}" rel="noreferrer">${url}</a></dd>`)}</dl></details>`
}

const gapText: Record<RuleWithGaps['gaps'][number]['kind'], string> = {
  doubt: 'Could not be confirmed. Look at',
  'no source': 'Has no source. Look at',
  'pending law': 'Its date has passed. Look at',
  review: 'Read the sources again, beginning with',
}

function page(title: string, content: Markup): Markup {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${title} - Lanyard</title><style>${raw(style)}</style></head>
<body><main>${content}</main></body></html>`
}

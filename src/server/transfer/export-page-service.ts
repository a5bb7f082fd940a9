import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { translateFor } from '#server/i18n/translations.ts'
import { amountText, hoursText } from '#shared/ceu/ceu-text.ts'
import { entryKindNames } from '#shared/ceu/kinds.ts'
import { competencyAmountText, competencyKindNames } from '#shared/competency/record.ts'
import { credentialTitle } from '#shared/credentials/credential-title.ts'
import { credentialDetails } from '#shared/credentials/details.ts'
import { type Status, statusOf } from '#shared/credentials/status.ts'
import { healthCatalog } from '#shared/health/catalog.ts'
import { titerResults } from '#shared/health/record.ts'
import { fieldText, healthStateText, healthTitle } from '#shared/health/record-text.ts'
import { english } from '#shared/i18n/translate.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { monthNames } from '#shared/kernel/format-date.ts'
import type { RenewalState } from '#shared/renewals/renewal.ts'
import { askedText } from '#shared/requirements/match-text.ts'
import { type ExportCounts, exportPaths } from '#shared/transfer/export.ts'
import { hrefOf } from '#shared/transfer/export-names.ts'
import type { ExportData } from './export-data-service.ts'
import type { VaultRows } from './export-store.ts'
import { pageStyle } from './export-style-service.ts'
import { bytesText, countsText, dateText, instantText } from './export-text-service.ts'

/** The page shows this many lines of the activity log; the spreadsheet has all. */
const SHOWN_ACTIVITY = 200

type Html = HtmlEscapedString | Promise<HtmlEscapedString>
type File = ExportData['files'][number]
type PageContext = {
  vault: VaultRows
  data: ExportData
  counts: ExportCounts
  today: string
  locale: string | null
  timeZone: string | null
  filesOf: (id: string) => File[]
}

/**
 * `index.html`: the export for reading, without Lanyard or a network. No script; all of the owner's text is escaped.
 */
export function pageOf(
  vault: VaultRows,
  data: ExportData,
  { madeAt, counts }: { madeAt: Date; counts: ExportCounts },
): string {
  const { locale, timeZone } = vault.user.settings
  const byRecord = Map.groupBy(data.files, ({ resourceId }) => resourceId)
  const context: PageContext = {
    ...{ vault, data, counts, locale, timeZone },
    today: todayIn(madeAt, timeZone),
    filesOf: (id) => byRecord.get(id) ?? [],
  }
  const name = [vault.user.firstName, vault.user.lastName].filter(Boolean).join(' ') || vault.user.name
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<title>Lanyard export of ${name}, ${dateText(context.today, context)}</title>
<style>${raw(pageStyle)}</style>
</head>
<body>
<header>
<h1>${name}: everything kept in Lanyard</h1>
<p class="muted">As of ${instantText(madeAt, context)}. ${countsText(counts)}</p>
${faultsNote(data)}
<nav aria-label="On this page"><ul>
${sections.map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`)}
</ul></nav>
</header>
<main>
${sections.map(([id, title, of]) => html`<section aria-labelledby="${id}"><h2 id="${id}">${title}</h2>${of(context)}</section>`)}
</main>
<footer>
<p>The same as data for other programs: <a href="${exportPaths.manifest}">lanyard.json</a> lists what is in this
folder; <code>data</code> holds JSON, <code>spreadsheets</code> CSV, <code>files</code> the documents as they were
uploaded. To bring it into another Lanyard, upload the ZIP in its Settings, Data &amp; account.</p>
<p>These are your own records. Lanyard does not ask a board whether they are so. Keep this folder as safe as the
documents in it.</p>
</footer>
</body>
</html>
`)
}

const sections: [id: string, title: string, of: (context: PageContext) => Html | Html[]][] = [
  ['credentials', 'Licenses and certifications', credentialsPart],
  ['ce', 'Continuing education', cyclesPart],
  ['practice', 'Practice log', practicePart],
  ['health', 'Health records (private)', healthPart],
  ['requirements', 'Requirement lists', requirementsPart],
  ['files', 'All files', filesPart],
  ['shares', 'Share links', sharesPart],
  ['profile', 'You and your sign-in', profilePart],
  ['activity', 'Activity', activityPart],
]

const statusNames: Record<Status, string> = {
  active: 'Active',
  renewal_due: 'Renewal due',
  expiring_soon: 'Expiring soon',
  expired: 'Expired',
}

function credentialsPart(context: PageContext): Html {
  const { vault, today, filesOf } = context
  if (vault.credentials.length === 0) return none('No licenses or certifications.')
  return html`<div class="cards">${vault.credentials.map((row) => {
    const status = statusOf(row.expiresAt, today)
    return html`<article class="card" style="--tone: var(--${status})">
<h3>${credentialTitle(row)}</h3>
<p class="status">${statusNames[status]} on ${dateText(today, context)}</p>
${trashMark(row.deletedAt, context)}
${facts(credentialDetails(row, { t: translateFor(context), formatDate: (date) => dateText(date, context) }).map(({ label, text }) => [label, text]))}
${fileList(filesOf(row.id))}${lookupsPart(row.id, context)}${renewalsPart(row.id, context)}</article>`
  })}</div>`
}

function lookupsPart(credentialId: string, context: PageContext): Html[] {
  const own = context.data.lookups.filter((each) => each.credentialId === credentialId)
  return own.map(
    (each) => html`<h4>Looked up by yourself on ${dateText(each.lookedUpOn, context)}</h4>
${trashMark(each.deletedAt, context)}
${facts([
  ['Where', each.place],
  ['It said', each.status],
  ['Expires', dateText(each.expiresAt, context)],
  ['Last four of the number', each.lastFour],
])}
${fileList(context.filesOf(each.id))}`,
  )
}

/** The renewals of one credential, each with what the card said before it. */
function renewalsPart(credentialId: string, context: PageContext): Html[] {
  const own = context.data.renewals.filter((each) => each.credentialId === credentialId)
  return own.map(
    ({ id, term, ...each }) => html`<h4>Renewal, ${renewalStates[each.state]}</h4>
${trashMark(each.deletedAt, context)}
${facts([
  ['Opened on', dateText(each.openedOn, context)],
  ['Submitted on', dateText(each.submittedOn, context)],
  ['Fee', each.fee === null ? null : `$${(each.fee / 100).toFixed(2)}`],
  ['Confirmation', each.confirmation],
  ['Notes', each.notes],
  ['Number before', term?.number ?? null],
  ['Issued before', dateText(term?.issuedAt ?? null, context)],
  ['Expired before', dateText(term?.expiresAt ?? null, context)],
])}
${fileList(context.filesOf(id))}${fileList(context.filesOf(term?.id ?? ''))}`,
  )
}

const renewalStates: Record<RenewalState, string> = {
  planned: 'planned',
  submitted: 'submitted',
  done: 'finished',
}

function cyclesPart(context: PageContext): Html {
  const { vault, data } = context
  if (vault.cycles.length === 0 && data.entries.length === 0) return none('No CE cycles.')
  const titles = new Map(vault.credentials.map((row) => [row.id, credentialTitle(row)]))
  return html`<div class="stack">${vault.cycles.map((cycle) => {
    const entries = data.entries.filter(({ counts }) => counts.some(({ cycleId }) => cycleId === cycle.id))
    const title = titles.get(cycle.licenseId ?? cycle.certificationId ?? '') ?? cycle.state ?? 'CE cycle'
    return html`<article class="card">
<h3>${title}: ${dateText(cycle.cycleStart, context)} to ${dateText(cycle.cycleEnd, context)}</h3>
${trashMark(cycle.deletedAt, context)}
<p>${hoursText(cycle.hoursCounted, english)}${cycle.requiredHours === null ? '' : ` of ${cycle.requiredHours}`} counted.</p>
${facts([
  ...cycle.topics.map(({ topic, hours }, index): [string, string] => [
    topic,
    `${cycle.topicsCompleted[index]?.hours ?? 0}${hours === null ? '' : ` of ${hours}`} hours`,
  ]),
  ['Notes', cycle.notes],
])}
${entries.length === 0 ? none('No entries.') : entryTable(entries, cycle.id, context)}</article>`
  })}</div>`
}

function entryTable(entries: ExportData['entries'], cycleId: string, context: PageContext): Html {
  return html`<div class="scroll"><table class="wide">
<thead><tr><th>Completed</th><th>Activity</th><th>Hours</th><th>Counted here</th><th>Certificates</th></tr></thead>
<tbody>${entries.map((entry) => {
    const counted = entry.counts.find((count) => count.cycleId === cycleId)?.countedHours ?? 0
    const says =
      entry.amount === null ? '' : ` (certificate: ${amountText(entry.amount, entry.unit, english)})`
    return html`<tr><td>${dateText(entry.completedAt, context)}</td>
<td><strong>${entry.title}</strong><br>${[entry.provider, entryKindNames[entry.kind]].join(' · ')}${trashMark(entry.deletedAt, context)}
${entry.notes === null ? '' : html`<br><span class="muted">${entry.notes}</span>`}</td>
<td data-label="Hours">${entry.hours}${says}</td><td data-label="Counted here">${counted}</td>
<td>${fileList(context.filesOf(entry.id))}</td></tr>`
  })}</tbody></table></div>`
}

function practicePart(context: PageContext): Html {
  const { practiceLog } = context.data
  if (practiceLog.length === 0) return none('No practice hours, academic credits or the like.')
  return html`<div class="stack">${practiceLog.map(
    (row) => html`<article class="card">
<h3>${row.title}</h3>
${trashMark(row.deletedAt, context)}
${facts([
  ['Kind', translateFor(context)(competencyKindNames[row.kind])],
  ['Amount', competencyAmountText(row, translateFor(context))],
  ['First day', dateText(row.startDate, context)],
  ['Last day', dateText(row.endDate, context)],
  ['Organization', row.organization],
  ['Notes', row.notes],
])}
${fileList(context.filesOf(row.id))}</article>`,
  )}</div>`
}

function healthPart(context: PageContext): Html {
  const { healthRecords } = context.vault
  if (healthRecords.length === 0) return none('No health records.')
  return html`<p>These are private: no share link shows them unless you tick them one by one. Before you pass this folder
on, remove them from it: <code>${exportPaths.healthRecords}</code>, <code>spreadsheets/health-records-private.csv</code>,
their documents in <code>files</code>, and this page.</p>
<div class="stack">${healthRecords.map((row) => {
    const { performedLabel, dueLabel, fields } = healthCatalog[row.kind]
    return html`<article class="card">
<h3>${healthTitle(row, english)}</h3>
${trashMark(row.deletedAt, context)}
<p>${healthStateText(row, english)}</p>
${facts([
  [performedLabel, dateText(row.performedOn, context)],
  [dueLabel, dateText(row.dueOn, context)],
  ...fields.map(({ key, label }): [string, string | null] => [
    label,
    fieldText(row.kind, key, row.fields, english),
  ]),
  ...row.doses.map(({ givenOn, product }, index): [string, string] => [
    `Dose ${index + 1}`,
    [dateText(givenOn, context), product].filter(Boolean).join(', '),
  ]),
  ...row.titers.map(({ takenOn, antigen, result }): [string, string] => [
    'Titer',
    [dateText(takenOn, context), antigen, titerResults[result]].filter(Boolean).join(', '),
  ]),
  ['Notes', row.notes],
])}
${fileList(context.filesOf(row.id))}</article>`
  })}</div>`
}

function requirementsPart(context: PageContext): Html {
  const { requirementLists } = context.data
  if (requirementLists.length === 0) return none('No requirement lists.')
  return html`<div class="stack">${requirementLists.map(
    (list) => html`<article class="card">
<h3>${list.name}</h3>
${trashMark(list.deletedAt, context)}
${facts([
  ['First day', dateText(list.startsOn, context)],
  ['Last day', dateText(list.endsOn, context)],
  ['Requested by, as they say', list.requestedBy],
])}
<ul>${list.items.map(
      (item) =>
        html`<li>${item.title} <span class="muted">${askedText(item, (date) => dateText(date, context), english)}</span></li>`,
    )}</ul></article>`,
  )}</div>`
}

function filesPart({ data }: PageContext): Html {
  if (data.files.length === 0) return none('No files.')
  return fileList(data.files)
}

function fileList(files: readonly File[]): Html {
  if (files.length === 0) return html``
  return html`<ul class="files">${files.map(({ name, path, size, fault, deletedAt }) => {
    const link = path === null ? html`<s>${name}</s>` : html`<a href="${hrefOf(path)}">${name}</a>`
    return html`<li>${link} <span class="muted">${bytesText(size)}${deletedAt === null ? '' : ', in the trash'}</span>${fault === null ? '' : html` <strong>${fault}</strong>`}</li>`
  })}</ul>`
}

function sharesPart(context: PageContext): Html {
  const { shares } = context.data
  if (shares.length === 0) return none('No share links.')
  return html`<p>What you showed, and how often it was opened. None of these opens from here: a link is never kept, only made.</p>
<div class="scroll"><table class="wide"><thead><tr><th>Made</th><th>For</th><th>Shows</th><th>Opened</th><th>Open until</th></tr></thead><tbody>${shares.map(
    (
      row,
    ) => html`<tr><td>${instantText(row.createdAt, context)}</td><td data-label="For">${row.recipient ?? 'nobody named'}</td>
<td data-label="Shows">${shownText(row, context)}</td><td data-label="Opened">${row.viewCount} times</td>
<td data-label="Open until">${instantText(row.revokedAt ?? row.expiresAt, context)}</td></tr>`,
  )}</tbody></table></div>`
}

function shownText(row: ExportData['shares'][number], { vault, data }: PageContext): string {
  const titles = new Map([
    ...vault.credentials.map((each) => [each.id, credentialTitle(each)] as const),
    ...vault.cycles.map((each) => [each.id, `CE cycle from ${each.cycleStart}`] as const),
    ...vault.healthRecords.map((each) => [each.id, healthTitle(each, english)] as const),
    ...data.files.map((each) => [each.id, each.name] as const),
  ])
  const ids = row.resourceId === null ? row.resources.map(({ resourceId }) => resourceId) : [row.resourceId]
  return ids.map((id) => titles.get(id) ?? 'something deleted since').join(', ')
}

function profilePart(context: PageContext): Html {
  const { profile, signIn } = context.data
  const { secondFactor } = signIn
  return facts([
    ['Name', [profile.firstName, profile.lastName].filter(Boolean).join(' ') || profile.name],
    ['Email', profile.email],
    ['Organization', profile.organization],
    ['Job title', profile.jobTitle],
    ['Birth month', monthNames[(profile.birthMonth ?? 0) - 1] ?? null],
    ['Time zone', profile.settings.timeZone],
    ['With Lanyard since', instantText(profile.createdAt, context)],
    ['Password', signIn.hasPassword ? 'set' : 'none'],
    ['Second step', secondFactor.isOn ? 'on' : 'off'],
    ['Passkeys', signIn.passkeys.map(({ name }) => name ?? 'without a name').join(', ')],
    ['Linked accounts', signIn.linkedAccounts.map(({ provider }) => provider).join(', ')],
    ['Reminders go to', signIn.reminderDevices.map(({ name }) => name).join(', ')],
  ])
}

function activityPart(context: PageContext): Html {
  const { activity } = context.data
  const shown = activity.slice(-SHOWN_ACTIVITY).reverse()
  const rest = activity.length - shown.length
  return html`<p class="muted">${rest > 0 ? `The newest ${shown.length} of ${activity.length} lines. ` : ''}All of it is in <a href="spreadsheets/activity.csv">activity.csv</a>.</p>
<div class="scroll"><table><tbody>${shown.map(
    ({ timestamp, action, resource }) =>
      html`<tr><td>${instantText(timestamp, context)}</td><td>${action.replaceAll('_', ' ')} (${resource})</td></tr>`,
  )}</tbody></table></div>`
}

function faultsNote({ files }: ExportData): Html {
  const faulty = files.filter(({ fault }) => fault !== null)
  if (faulty.length === 0) return html``
  return html`<div class="note" role="note"><p><strong>${faulty.length === 1 ? '1 file is' : `${faulty.length} files are`} not here as uploaded.</strong>
The installation had lost or damaged ${faulty.length === 1 ? 'it' : 'them'} before this export was made:</p>
<ul>${faulty.map(({ name, fault }) => html`<li>${name} (${fault})</li>`)}</ul></div>`
}

function facts(list: [name: string, value: string | null][]): Html {
  const filled = list.filter(([, value]) => value !== null && value !== '')
  return html`<dl>${filled.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
}

function trashMark(deletedAt: Date | null, context: PageContext): Html {
  return deletedAt === null
    ? html``
    : html`<p class="trash">In the trash since ${instantText(deletedAt, context)}</p>`
}

function none(text: string): Html {
  return html`<p class="muted">${text}</p>`
}

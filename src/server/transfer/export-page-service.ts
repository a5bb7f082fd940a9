import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import { withDerivedNames } from '#server/activity/name-service.ts'
import { activityText } from '#shared/activity/activity-text.ts'
import { amountText, hoursText } from '#shared/ceu/ceu-text.ts'
import { entryKindNames } from '#shared/ceu/kinds.ts'
import { competencyAmountText, competencyKindNames } from '#shared/competency/record.ts'
import { credentialTitle } from '#shared/credentials/credential-title.ts'
import { credentialDetails } from '#shared/credentials/details.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { type Look, lookOf } from '#shared/credentials/status.ts'
import { healthCatalog } from '#shared/health/catalog.ts'
import { titerResults } from '#shared/health/record.ts'
import { fieldText, healthStateText, healthTitle } from '#shared/health/record-text.ts'
import { msg, plural, type Translate } from '#shared/i18n/translate.ts'
import { bytesText } from '#shared/kernel/bytes-text.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { monthNames } from '#shared/kernel/format-date.ts'
import type { RenewalState } from '#shared/renewals/renewal.ts'
import { askedText } from '#shared/requirements/match-text.ts'
import { type ExportCounts, exportPaths } from '#shared/transfer/export.ts'
import { hrefOf } from '#shared/transfer/export-names.ts'
import type { ExportData } from './export-data-service.ts'
import type { VaultRows } from './export-store.ts'
import { pageStyle } from './export-style-service.ts'
import { countsText, dateText, instantText } from './export-text-service.ts'

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
  t: Translate
}

/**
 * `index.html`: the export for reading, without Lanyard or a network. No script; all of the owner's text is escaped.
 */
export function pageOf(
  vault: VaultRows,
  data: ExportData,
  { madeAt, counts, t }: { madeAt: Date; counts: ExportCounts; t: Translate },
): string {
  const { locale, timeZone } = vault.user.settings
  const byRecord = Map.groupBy(data.files, ({ resourceId }) => resourceId)
  const context: PageContext = {
    ...{ vault, data, counts, locale, timeZone, t },
    today: todayIn(madeAt, timeZone),
    filesOf: (id) => byRecord.get(id) ?? [],
  }
  const name = [vault.user.firstName, vault.user.lastName].filter(Boolean).join(' ') || vault.user.name
  return String(html`<!doctype html>
<html lang="${t.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<title>${t`Lanyard export of ${name}, ${dateText(context.today, context)}`}</title>
<style>${raw(pageStyle)}</style>
</head>
<body>
<header>
<h1>${t`${name}: everything kept in Lanyard`}</h1>
<p class="muted">${t`Exported on ${instantText(madeAt, context)}.`} ${countsText(counts, t)}</p>
${faultsNote(context)}
<nav aria-label="${t`On this page`}"><ul>
${sections.map(([id, title]) => html`<li><a href="#${id}">${t(title)}</a></li>`)}
</ul></nav>
</header>
<main>
${sections.map(([id, title, of]) => html`<section aria-labelledby="${id}"><h2 id="${id}">${t(title)}</h2>${of(context)}</section>`)}
</main>
<footer>
<p>${t`The same as data for other programs: lanyard.json lists what is in this folder; the folder “data” holds JSON, “spreadsheets” CSV, “files” the documents as they were uploaded. To import it into another Lanyard, upload the ZIP in its Settings, Data & account.`} <a href="${exportPaths.manifest}">lanyard.json</a></p>
<p>${t`These are your own records. Lanyard does not check them with a board. Keep this folder as safe as the documents in it.`}</p>
</footer>
</body>
</html>
`)
}

const sections: [id: string, title: string, of: (context: PageContext) => Html | Html[]][] = [
  ['credentials', msg`Licenses and certifications`, credentialsPart],
  ['ce', msg`Continuing education`, cyclesPart],
  ['practice', msg`Practice log`, practicePart],
  ['health', msg`Health records (private)`, healthPart],
  ['requirements', msg`Requirement lists`, requirementsPart],
  ['files', msg`All files`, filesPart],
  ['shares', msg`Share links`, sharesPart],
  ['profile', msg`You and your sign-in`, profilePart],
  ['activity', msg`Activity`, activityPart],
]

const statusNames: Record<Look, string> = {
  active: msg`Active`,
  renewal_due: msg`Renewal due`,
  expiring_soon: msg`Expiring soon`,
  expired: msg`Expired`,
  date_missing: msg`Expiration date missing`,
}

function credentialsPart(context: PageContext): Html {
  const { vault, today, filesOf, t } = context
  if (vault.credentials.length === 0) return none(t`No licenses or certifications.`)
  return html`<div class="cards">${vault.credentials.map((row) => {
    const look = lookOf(row, today)
    const status = t(statusNames[look])
    const color = look === 'date_missing' ? 'muted' : look
    return html`<article class="card" style="--tone: var(--${color})">
<h3>${credentialTitle(row)}</h3>
<p class="status">${t`${status} as of ${dateText(today, context)}`}</p>
${trashMark(row.deletedAt, context)}
${facts(credentialDetails(row, { t, formatDate: (date) => dateText(date, context) }).map(({ label, text }) => [label, text]))}
${fileList(filesOf(row.id), t)}${lookupsPart(row.id, context)}${renewalsPart(row.id, context)}</article>`
  })}</div>`
}

function lookupsPart(credentialId: string, context: PageContext): Html[] {
  const { t } = context
  const own = context.data.lookups.filter((each) => each.credentialId === credentialId)
  return own.map(
    (each) => html`<h4>${t`Looked up by yourself on ${dateText(each.lookedUpOn, context)}`}</h4>
${trashMark(each.deletedAt, context)}
${facts([
  [t`Where`, each.place],
  [t`It said`, each.status],
  [t`Expires`, dateText(each.expiresAt, context)],
  [t`Last four of the number`, each.lastFour],
])}
${fileList(context.filesOf(each.id), t)}`,
  )
}

function dollars(cents: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }).format(cents / 100)
}

/** The renewals of one credential, each with what the card said before it. */
function renewalsPart(credentialId: string, context: PageContext): Html[] {
  const { t } = context
  const own = context.data.renewals.filter((each) => each.credentialId === credentialId)
  return own.map(
    ({ id, term, ...each }) => html`<h4>${t(renewalStates[each.state])}</h4>
${trashMark(each.deletedAt, context)}
${facts([
  [t`Opened on`, dateText(each.openedOn, context)],
  [t`Submitted on`, dateText(each.submittedOn, context)],
  [t`Fee`, each.fee === null ? null : dollars(each.fee, t.locale)],
  [t`Confirmation`, each.confirmation],
  [t`Notes`, each.notes],
  [t`Number before`, term?.number ?? null],
  [t`Issued before`, dateText(term?.issuedAt ?? null, context)],
  [t`Expired before`, dateText(term?.expiresAt ?? null, context)],
])}
${fileList(context.filesOf(id), t)}${fileList(context.filesOf(term?.id ?? ''), t)}`,
  )
}

const renewalStates: Record<RenewalState, string> = {
  planned: msg`Renewal, planned`,
  submitted: msg`Renewal, submitted`,
  done: msg`Renewal, finished`,
}

function cyclesPart(context: PageContext): Html {
  const { vault, data, t } = context
  if (vault.cycles.length === 0 && data.entries.length === 0) return none(t`No CE cycles.`)
  const titles = new Map(vault.credentials.map((row) => [row.id, credentialTitle(row)]))
  return html`<div class="stack">${vault.cycles.map((cycle) => {
    const entries = data.entries.filter(({ counts }) => counts.some(({ cycleId }) => cycleId === cycle.id))
    const title = titles.get(cycle.licenseId ?? cycle.certificationId ?? '') ?? cycle.state ?? t`CE cycle`
    return html`<article class="card">
<h3>${t`${title}: ${dateText(cycle.cycleStart, context)} to ${dateText(cycle.cycleEnd, context)}`}</h3>
${trashMark(cycle.deletedAt, context)}
<p>${countedText(cycle, t)}</p>
${facts([
  ...cycle.topics.map(({ topic, hours }, index): [string, string] => [
    topic,
    topicText(cycle.topicsCompleted[index]?.hours ?? 0, hours, t),
  ]),
  [t`Notes`, cycle.notes],
])}
${entries.length === 0 ? none(t`No entries.`) : entryTable(entries, cycle.id, context)}</article>`
  })}</div>`
}

function countedText({ hoursCounted, requiredHours }: VaultRows['cycles'][number], t: Translate): string {
  return requiredHours === null
    ? t`${hoursText(hoursCounted, t)} counted.`
    : t`${hoursText(hoursCounted, t)} of ${requiredHours} counted.`
}

function topicText(completed: number, required: number | null, t: Translate): string {
  return required === null ? t`${completed} hours` : t`${completed} of ${required} hours`
}

function entryTable(entries: ExportData['entries'], cycleId: string, context: PageContext): Html {
  const { t } = context
  return html`<div class="scroll"><table class="wide">
<thead><tr><th>${t`Completed`}</th><th>${t`Activity`}</th><th>${t`Hours`}</th><th>${t`Counted here`}</th><th>${t`Certificates`}</th></tr></thead>
<tbody>${entries.map((entry) => {
    const counted = entry.counts.find((count) => count.cycleId === cycleId)?.countedHours ?? 0
    const says = entry.amount === null ? '' : t` (certificate: ${amountText(entry.amount, entry.unit, t)})`
    return html`<tr><td>${dateText(entry.completedAt, context)}</td>
<td><strong>${entry.title}</strong><br>${[entry.provider, t(entryKindNames[entry.kind])].join(' · ')}${trashMark(entry.deletedAt, context)}
${entry.notes === null ? '' : html`<br><span class="muted">${entry.notes}</span>`}</td>
<td data-label="${t`Hours`}">${entry.hours}${says}</td><td data-label="${t`Counted here`}">${counted}</td>
<td>${fileList(context.filesOf(entry.id), t)}</td></tr>`
  })}</tbody></table></div>`
}

function practicePart(context: PageContext): Html {
  const { t } = context
  const { practiceLog } = context.data
  if (practiceLog.length === 0) return none(t`No practice hours, academic credits or the like.`)
  return html`<div class="stack">${practiceLog.map(
    (row) => html`<article class="card">
<h3>${row.title}</h3>
${trashMark(row.deletedAt, context)}
${facts([
  [t`Kind`, t(competencyKindNames[row.kind])],
  [t`Amount`, competencyAmountText(row, t)],
  [t`First day`, dateText(row.startDate, context)],
  [t`Last day`, dateText(row.endDate, context)],
  [t`Organization`, row.organization],
  [t`Notes`, row.notes],
])}
${fileList(context.filesOf(row.id), t)}</article>`,
  )}</div>`
}

function healthPart(context: PageContext): Html {
  const { t } = context
  const { healthRecords } = context.vault
  if (healthRecords.length === 0) return none(t`No health records.`)
  const paths = `${exportPaths.healthRecords}, spreadsheets/health-records-private.csv`
  return html`<p>${t`These are private: no share link shows them unless you tick them one by one. Before you pass this folder on, remove them from it: ${paths}, their documents in “files”, and this page.`}</p>
<div class="stack">${healthRecords.map((row) => {
    const { performedLabel, dueLabel, fields } = healthCatalog[row.kind]
    return html`<article class="card">
<h3>${healthTitle(row, t)}</h3>
${trashMark(row.deletedAt, context)}
<p>${healthStateText(row, t)}</p>
${facts([
  [t(performedLabel), dateText(row.performedOn, context)],
  [t(dueLabel), dateText(row.dueOn, context)],
  ...fields.map(({ key, label }): [string, string | null] => [
    t(label),
    fieldText(row.kind, key, row.fields, t),
  ]),
  ...row.doses.map(({ givenOn, product }, index): [string, string] => [
    t`Dose ${index + 1}`,
    [dateText(givenOn, context), product].filter(Boolean).join(', '),
  ]),
  ...row.titers.map(({ takenOn, antigen, result }): [string, string] => [
    t`Titer`,
    [dateText(takenOn, context), antigen, t(titerResults[result])].filter(Boolean).join(', '),
  ]),
  [t`Notes`, row.notes],
])}
${fileList(context.filesOf(row.id), t)}</article>`
  })}</div>`
}

function requirementsPart(context: PageContext): Html {
  const { t } = context
  const { requirementLists } = context.data
  if (requirementLists.length === 0) return none(t`No requirement lists.`)
  return html`<div class="stack">${requirementLists.map(
    (list) => html`<article class="card">
<h3>${list.name}</h3>
${trashMark(list.deletedAt, context)}
${facts([
  [t`First day`, dateText(list.startsOn, context)],
  [t`Last day`, dateText(list.endsOn, context)],
  [t`Requested by (not checked)`, list.requestedBy],
])}
<ul>${list.items.map(
      (item) =>
        html`<li>${item.title} <span class="muted">${askedText(item, (date) => dateText(date, context), t)}</span></li>`,
    )}</ul></article>`,
  )}</div>`
}

function filesPart({ data, t }: PageContext): Html {
  if (data.files.length === 0) return none(t`No files.`)
  return fileList(data.files, t)
}

function fileList(files: readonly File[], t: Translate): Html {
  if (files.length === 0) return html``
  return html`<ul class="files">${files.map(({ name, path, size, fault, deletedAt }) => {
    const link = path === null ? html`<s>${name}</s>` : html`<a href="${hrefOf(path)}">${name}</a>`
    return html`<li>${link} <span class="muted">${bytesText(size, t)}${deletedAt === null ? '' : t`, in the trash`}</span>${fault === null ? '' : html` <strong>${t(faultNames[fault])}</strong>`}</li>`
  })}</ul>`
}

const faultNames = { missing: msg`missing`, damaged: msg`damaged` }

function sharesPart(context: PageContext): Html {
  const { t } = context
  const { shares } = context.data
  if (shares.length === 0) return none(t`No share links.`)
  return html`<p>${t`What you showed, and how often it was opened. None of these can be opened from here, because Lanyard does not keep the links.`}</p>
<div class="scroll"><table class="wide"><thead><tr><th>${t`Made`}</th><th>${t`For`}</th><th>${t`Shows`}</th><th>${t`Opened`}</th><th>${t`Open until`}</th></tr></thead><tbody>${shares.map(
    (
      row,
    ) => html`<tr><td>${instantText(row.createdAt, context)}</td><td data-label="${t`For`}">${row.recipient ?? t`nobody named`}</td>
<td data-label="${t`Shows`}">${shownText(row, context)}</td><td data-label="${t`Opened`}">${t`${plural(row.viewCount, { one: '# time', other: '# times' })}`}</td>
<td data-label="${t`Open until`}">${instantText(row.revokedAt ?? row.expiresAt, context)}</td></tr>`,
  )}</tbody></table></div>`
}

function shownText(row: ExportData['shares'][number], context: PageContext): string {
  const { vault, data, t } = context
  const titles = new Map([
    ...vault.credentials.map((each) => [each.id, credentialTitle(each)] as const),
    ...vault.cycles.map((each) => [each.id, t`CE cycle from ${dateText(each.cycleStart, context)}`] as const),
    ...vault.healthRecords.map((each) => [each.id, healthTitle(each, t)] as const),
    ...data.files.map((each) => [each.id, each.name] as const),
  ])
  const ids = row.resourceId === null ? row.resources.map(({ resourceId }) => resourceId) : [row.resourceId]
  return ids.map((id) => titles.get(id) ?? t`something deleted since`).join(', ')
}

function profilePart(context: PageContext): Html {
  const { t } = context
  const { profile, signIn } = context.data
  const { secondFactor } = signIn
  return facts([
    [t`Name`, [profile.firstName, profile.lastName].filter(Boolean).join(' ') || profile.name],
    [t`Email`, profile.email],
    [t`Organization`, profile.organization],
    [t`Job title`, profile.jobTitle],
    [t`Birth month`, monthNames[(profile.birthMonth ?? 0) - 1] ?? null],
    [t`Time zone`, profile.settings.timeZone],
    [t`With Lanyard since`, instantText(profile.createdAt, context)],
    [t`Password`, signIn.hasPassword ? t`set` : t`not set`],
    [t`Two-step verification`, secondFactor.isOn ? t`on` : t`off`],
    [t`Passkeys`, signIn.passkeys.map(({ name }) => name ?? t`without a name`).join(', ')],
    [t`Linked accounts`, signIn.linkedAccounts.map(({ provider }) => provider).join(', ')],
    [t`Reminders go to`, signIn.reminderDevices.map(({ name }) => name).join(', ')],
  ])
}

function activityPart(context: PageContext): Html {
  const { vault, t } = context
  const { activity } = vault
  const names = namesOf(context)
  const shown = activity.slice(-SHOWN_ACTIVITY).reverse()
  const rest = activity.length - shown.length
  const newest = rest > 0 ? t`The newest ${shown.length} of ${activity.length} lines.` : ''
  return html`<p class="muted">${newest} ${t`All of it is in a spreadsheet:`} <a href="spreadsheets/activity.csv">activity.csv</a></p>
<div class="scroll"><table><tbody>${shown.map(
    (item) =>
      html`<tr><td>${instantText(item.timestamp, context)}</td><td>${activityText({ ...item, name: names.get(item.resourceId ?? '') ?? null }, t)}</td></tr>`,
  )}</tbody></table></div>`
}

/** What the activity is about, by id, as the app calls it. */
function namesOf({ vault, t }: PageContext): Map<string, string> {
  const { credentials, practiceLog, healthRecords, requirementLists, entries, files, shares } = vault
  const names = new Map([
    ...credentials.map((row) => [row.id, shortTitle(row)] as const),
    ...[...practiceLog, ...entries].map((row) => [row.id, row.title] as const),
    ...healthRecords.map((row) => [row.id, t(healthCatalog[row.kind].label)] as const),
    ...[...requirementLists, ...files].map((row) => [row.id, row.name] as const),
  ])
  const cycles = vault.cycles.map(({ id, state, licenseId, certificationId }) => ({
    ...{ id, state, credentialId: licenseId ?? certificationId },
  }))
  return withDerivedNames(names, { cycles, shares }, t)
}

function faultsNote({ data: { files }, t }: PageContext): Html {
  const faulty = files.flatMap(({ name, fault }) => (fault === null ? [] : [{ name, fault }]))
  if (faulty.length === 0) return html``
  return html`<div class="note" role="note"><p><strong>${t`${plural(faulty.length, { one: '# file is not here as uploaded.', other: '# files are not here as uploaded.' })}`}</strong>
${t`${plural(faulty.length, { one: 'The installation had lost or damaged it before this export was made:', other: 'The installation had lost or damaged them before this export was made:' })}`}</p>
<ul>${faulty.map(({ name, fault }) => html`<li>${name} (${t(faultNames[fault])})</li>`)}</ul></div>`
}

function facts(list: [name: string, value: string | null][]): Html {
  const filled = list.filter(([, value]) => value !== null && value !== '')
  return html`<dl>${filled.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
}

function trashMark(deletedAt: Date | null, context: PageContext): Html {
  const { t } = context
  return deletedAt === null
    ? html``
    : html`<p class="trash">${t`In the trash since ${instantText(deletedAt, context)}`}</p>`
}

function none(text: string): Html {
  return html`<p class="muted">${text}</p>`
}

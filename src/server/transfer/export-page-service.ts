import { html, raw } from 'hono/html'
import { withDerivedNames } from '#server/activity/name-service.ts'
import { activityText } from '#shared/activity/activity-text.ts'
import { credentialTitle } from '#shared/credentials/credential-title.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { healthCatalog } from '#shared/health/catalog.ts'
import { healthTitle } from '#shared/health/record-text.ts'
import { msg, plural, type Translate } from '#shared/i18n/translate.ts'
import { todayIn } from '#shared/kernel/dates.ts'
import { monthNamesIn } from '#shared/kernel/format-date.ts'
import { type ExportCounts, exportPaths } from '#shared/transfer/export.ts'
import type { ExportData } from './export-data-service.ts'
import {
  facts,
  faultNames,
  fileList,
  type Html,
  none,
  type PageContext,
} from './export-page-parts-service.ts'
import {
  credentialsPart,
  cyclesPart,
  healthPart,
  practicePart,
  requirementsPart,
} from './export-page-records-service.ts'
import type { VaultRows } from './export-store.ts'
import { pageStyle } from './export-style-service.ts'
import { countsText, dateText, instantText } from './export-text-service.ts'

/** The page shows this many lines of the activity log; the spreadsheet has all. */
const SHOWN_ACTIVITY = 200

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

function filesPart({ data, t }: PageContext): Html {
  if (data.files.length === 0) return none(t`No files.`)
  return fileList(data.files, t)
}

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
    [t`Birth month`, monthNamesIn(t.locale)[(profile.birthMonth ?? 0) - 1] ?? null],
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

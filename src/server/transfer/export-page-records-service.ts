import { html } from 'hono/html'
import { amountText, hoursText, topicName } from '#shared/ceu/ceu-text.ts'
import { entryKindNames } from '#shared/ceu/kinds.ts'
import { competencyAmountText, competencyKindNames } from '#shared/competency/record.ts'
import { credentialTitle } from '#shared/credentials/credential-title.ts'
import { credentialDetails } from '#shared/credentials/details.ts'
import { type Look, lookOf } from '#shared/credentials/status.ts'
import { healthCatalog } from '#shared/health/catalog.ts'
import { titerResults } from '#shared/health/record.ts'
import { fieldText, healthStateText, healthTitle, performedDates } from '#shared/health/record-text.ts'
import { msg, type Translate } from '#shared/i18n/translate.ts'
import type { RenewalState } from '#shared/renewals/renewal.ts'
import { askedText } from '#shared/requirements/match-text.ts'
import { exportPaths } from '#shared/transfer/export.ts'
import type { ExportData } from './export-data-service.ts'
import { facts, fileList, type Html, none, type PageContext, trashMark } from './export-page-parts-service.ts'
import type { VaultRows } from './export-store.ts'
import { dateText } from './export-text-service.ts'

const statusNames: Record<Look, string> = {
  active: msg`Active`,
  renewal_due: msg`Renewal due`,
  expiring_soon: msg`Expiring soon`,
  expired: msg`Expired`,
  date_missing: msg`Expiration date missing`,
}

export function credentialsPart(context: PageContext): Html {
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

export function cyclesPart(context: PageContext): Html {
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
  ...cycle.topics.map((topic, index): [string, string] => [
    topicName(topic, t),
    topicText(cycle.topicsCompleted[index]?.hours ?? 0, topic.hours, t),
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

export function practicePart(context: PageContext): Html {
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

export function healthPart(context: PageContext): Html {
  const { t } = context
  const { healthRecords } = context.vault
  if (healthRecords.length === 0) return none(t`No health records.`)
  const paths = `${exportPaths.healthRecords}, spreadsheets/health-records-private.csv`
  return html`<p>${t`These are private: no share link shows them unless you tick them one by one. Before you pass this folder on, remove them from it: ${paths}, their documents in “files”, and this page.`}</p>
<div class="stack">${healthRecords.map((row) => {
    const { dueLabel, fields } = healthCatalog[row.kind]
    return html`<article class="card">
<h3>${healthTitle(row, t)}</h3>
${trashMark(row.deletedAt, context)}
<p>${healthStateText(row, t)}</p>
${facts([
  ...performedDates(row).map(({ label, on }): [string, string | null] => [t(label), dateText(on, context)]),
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

export function requirementsPart(context: PageContext): Html {
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

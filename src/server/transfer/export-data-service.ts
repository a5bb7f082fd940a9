import type { Services } from '#server/services.ts'
import { deviceOf } from '#shared/auth/device.ts'
import { residenceKeys } from '#shared/compact/residence.ts'
import { mainFirst } from '#shared/credentials/attachments.ts'
import { credentialTitle } from '#shared/credentials/credential-title.ts'
import { healthRecordKeys } from '#shared/health/record.ts'
import { healthTitle } from '#shared/health/record-text.ts'
import { english } from '#shared/i18n/translate.ts'
import {
  credentialKeys,
  type ExportCounts,
  type ExportedCount,
  type ExportedFile,
  type FileFault,
} from '#shared/transfer/export.ts'
import { exportFilePaths } from '#shared/transfer/export-names.ts'
import type { VaultRows } from './export-store.ts'

type Plain = Record<string, unknown>
type RecordFields = { id: string; createdAt: Date; updatedAt: Date; deletedAt: Date | null }

const recordFields = ({ id, createdAt, updatedAt, deletedAt }: RecordFields) => ({
  id,
  createdAt,
  updatedAt,
  deletedAt,
})

function pickKeys(row: Plain, keys: readonly string[]): Plain {
  return Object.fromEntries(keys.map((key) => [key, row[key] ?? null]))
}

/** The contents of each part of the ZIP; instants become ISO 8601 in JSON. Nothing in it gives access to anything. */
export type ExportData = ReturnType<typeof presentVault>

export function presentVault({ config }: Services, vault: VaultRows) {
  const files = filesOf(vault)
  const live = vault.files.filter(({ deletedAt }) => deletedAt === null)
  const idsOf = Map.groupBy(live, ({ resourceId }) => resourceId)
  const fileIds = (row: { id: string; fileId: string | null }) =>
    mainFirst(
      row.fileId,
      (idsOf.get(row.id) ?? []).map(({ id }) => id),
    ).fileIds
  return {
    profile: profileOf(vault),
    signIn: signInOf(config, vault),
    credentials: vault.credentials.map((row) => ({
      ...row.freeFields,
      ...recordFields(row),
      archivedAt: row.archivedAt,
      ...pickKeys(row, credentialKeys(row.kind)),
      fileIds: fileIds(row),
    })),
    cycles: vault.cycles.map(({ ownerId: _owner, entryCount: _count, earlierRule: _rule, ...row }) => row),
    entries: vault.entries.map(({ ownerId: _owner, ...row }) => ({
      ...row,
      fileIds: fileIds(row),
      counts: (vault.counts.get(row.id) ?? []).map(
        ({ cycleId, acceptedHours, wasMain, countedHours, reasons }): ExportedCount => ({
          ...{ cycleId, acceptedHours, wasMain, countedHours, reasons },
        }),
      ),
    })),
    lookups: vault.lookups.map(({ ownerId: _owner, ...row }) => ({
      ...row,
      fileIds: (idsOf.get(row.id) ?? []).map((file) => file.id),
    })),
    practiceLog: vault.practiceLog.map(({ ownerId: _owner, ...row }) => ({
      ...row,
      fileIds: (idsOf.get(row.id) ?? []).map((file) => file.id),
    })),
    healthRecords: vault.healthRecords.map((row) => ({
      ...recordFields(row),
      ...pickKeys(row, healthRecordKeys),
      fileIds: (idsOf.get(row.id) ?? []).map((file) => file.id),
    })),
    renewals: renewalsOf(vault, idsOf),
    requirementLists: vault.requirementLists.map(({ ownerId: _owner, ...row }) => row),
    files,
    reminders: vault.reminders.map(({ ownerId: _owner, deliveries, ...row }) => ({
      ...row,
      deliveries: deliveries.map(({ channel, state, at, error }) => ({ channel, state, at, error })),
    })),
    reminderSettings: vault.reminderSettings,
    shares: sharesOf(vault),
    activity: vault.activity.map(({ userId: _user, ...row }) => row),
  }
}

/** Each with the term that it ended. */
function renewalsOf({ renewals, terms }: VaultRows, files: Map<string | null, { id: string }[]>) {
  const termsOf = new Map(terms.map((row) => [row.renewalId, row]))
  const fileIds = (id: string) => (files.get(id) ?? []).map((file) => file.id)
  return renewals.map(({ ownerId: _owner, ...row }) => {
    const ended = termsOf.get(row.id)
    if (!ended) return { ...row, fileIds: fileIds(row.id), term: null }
    const { ownerId: _termOwner, credentialId: _credential, renewalId: _renewal, ...term } = ended
    return { ...row, fileIds: fileIds(row.id), term: { ...term, fileIds: fileIds(term.id) } }
  })
}

function profileOf({ user, dismissals, declinedTopics, residences }: VaultRows) {
  const { email, emailVerified, name, firstName, lastName, organization, jobTitle, settings } = user
  const { birthMonth, createdAt, updatedAt } = user
  return {
    ...{ email, emailVerified, name, firstName, lastName, organization, jobTitle, birthMonth, settings },
    ...{ createdAt, updatedAt },
    dismissedNotices: dismissals.map(({ ownerId: _owner, ...row }) => row),
    declinedTopics: declinedTopics.map(({ ownerId: _owner, ...row }) => row),
    residences: residences.map((row) => ({ ...pickKeys(row, residenceKeys), deletedAt: row.deletedAt })),
  }
}

/** Names and dates of the sign-in methods, but nothing that could be used to sign in. */
function signInOf(config: Services['config'], vault: VaultRows) {
  const { waysIn, accessTokens, sessions, knownBrowsers, knownNetworks, devices, webhook, secondPerson } =
    vault
  const providerName = (id: string) => config.OIDC_PROVIDERS.find((known) => known.id === id)?.name ?? id
  return {
    hasPassword: waysIn.hasPassword,
    secondFactor: waysIn.secondFactor,
    passkeys: waysIn.passkeys.map(({ name, createdAt, usedAt }) => ({ name, createdAt, usedAt })),
    linkedAccounts: waysIn.linkedAccounts.map(({ providerId, createdAt }) => ({
      ...{ provider: providerName(providerId), createdAt },
    })),
    accessTokens: accessTokens.map(({ name, scopes, createdAt, expiresAt, lastUsedAt }) => ({
      ...{ name, scopes, createdAt, expiresAt, lastUsedAt },
    })),
    sessions: sessions.map((session) => ({ ...session, device: deviceOf(session.userAgent) })),
    knownBrowsers,
    knownNetworks,
    reminderDevices: devices.map(({ name, createdAt, lastSentAt }) => ({ name, createdAt, lastSentAt })),
    // Only the origin: the rest of the URL may be a secret.
    webhook: webhook && {
      origin: new URL(webhook.url).origin,
      createdAt: webhook.createdAt,
      lastSentAt: webhook.lastSentAt,
    },
    calendarSince: vault.calendarSince,
    mailAddressSince: vault.mailAddressSince,
    mailSenders: vault.mailSenders,
    secondPerson: secondPerson && {
      ...{ name: secondPerson.name, email: secondPerson.email, state: secondPerson.state },
      ...{ invitedAt: secondPerson.invitedAt, confirmedAt: secondPerson.confirmedAt },
      ...{ endedAt: secondPerson.endedAt, lastToldAt: secondPerson.lastToldAt },
    },
  }
}

function sharesOf({ shares, shareEvents }: VaultRows) {
  return shares.map(({ ownerId: _owner, tokenHash: _token, passcodeHash, ...row }) => ({
    ...row,
    hasPasscode: passcodeHash !== null,
    events: (shareEvents.get(row.id) ?? []).map(({ at, kind, what, device, visitor }) => ({
      ...{ at, kind, what, device, visitor },
    })),
  }))
}

type FileData = Omit<ExportedFile, 'createdAt' | 'deletedAt'> & { createdAt: Date; deletedAt: Date | null }

/** In the order of their records, so that related files are together. */
function filesOf(vault: VaultRows): FileData[] {
  const titles = titlesOf(vault)
  const named = vault.files
    .map((row) => ({ row, belongsTo: titles.get(row.resourceId ?? '') ?? belongsNowhere(row.resourceType) }))
    .sort((a, b) => (a.belongsTo < b.belongsTo ? -1 : a.belongsTo > b.belongsTo ? 1 : 0))
  const paths = exportFilePaths(named.map(({ row, belongsTo }) => ({ ...row, belongsTo })))
  return named.map(({ row: { ownerId: _owner, key: _key, ...row } }, index) => ({
    ...row,
    path: paths[index] ?? null,
    fault: null,
  }))
}

function titlesOf({
  credentials,
  entries,
  cycles,
  lookups,
  practiceLog,
  healthRecords,
  renewals,
  terms,
}: VaultRows): Map<string, string> {
  const names = new Map(credentials.map((row) => [row.id, credentialTitle(row)]))
  return new Map([
    ...renewals.map((row) => [row.id, `Renewal of ${names.get(row.credentialId)}`] as const),
    ...terms.map(
      (row) => [row.id, `${names.get(row.credentialId)} before ${row.endedAt.getUTCFullYear()}`] as const,
    ),
    ...lookups.map((row) => [row.id, `Look-up ${row.lookedUpOn} of ${names.get(row.credentialId)}`] as const),
    ...credentials.map((row) => [row.id, credentialTitle(row)] as const),
    ...entries.map((row) => [row.id, `CE ${row.completedAt} ${row.title}`] as const),
    ...cycles.map((row) => [row.id, `CE cycle ${row.cycleStart}`] as const),
    ...practiceLog.map((row) => [row.id, `Practice ${row.endDate} ${row.title}`] as const),
    ...healthRecords.map(
      (row) => [row.id, `Health ${row.performedOn ?? ''} ${healthTitle(row, english)}`] as const,
    ),
  ])
}

function belongsNowhere(resourceType: string | null): string {
  if (resourceType === 'mail') return 'Held mail'
  return resourceType === 'share' ? 'Shown in a link' : 'Not filed'
}

export function countsOf(
  vault: Pick<
    VaultRows,
    'credentials' | 'cycles' | 'entries' | 'practiceLog' | 'healthRecords' | 'files' | 'shares'
  >,
): ExportCounts {
  const { credentials, cycles, entries, practiceLog, healthRecords, files, shares } = vault
  const records: { deletedAt: Date | null }[] = [
    ...credentials,
    ...cycles,
    ...entries,
    ...practiceLog,
    ...healthRecords,
    ...files,
  ]
  return {
    credentials: credentials.length,
    cycles: cycles.length,
    entries: entries.length,
    practiceRecords: practiceLog.length,
    healthRecords: healthRecords.length,
    files: files.length,
    shares: shares.length,
    inTrash: records.filter(({ deletedAt }) => deletedAt !== null).length,
  }
}

/** By file id. `isInside`: the bytes are in the ZIP as they are. */
export type Faults = ReadonlyMap<string, { fault: FileFault; isInside: boolean }>

/** The data with the faults that were found in the files. */
export function withFaults(data: ExportData, faults: Faults): ExportData {
  return {
    ...data,
    files: data.files.map((each) => {
      const found = faults.get(each.id)
      return found ? { ...each, fault: found.fault, path: found.isInside ? each.path : null } : each
    }),
  }
}

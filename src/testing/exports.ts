import { createHash } from 'node:crypto'
import { unzipSync, zipSync } from 'fflate'
import { exportPaths } from '#shared/transfer/export.ts'

type Members = Record<string, Uint8Array>
type Rows = Record<string, unknown>[]

export const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export function readJsonMember<T>(members: Members, path: string): T {
  return JSON.parse(Buffer.from(members[path] ?? []).toString())
}

/** The vault in an export, with names instead of ids, so that two exports can be compared. */
export function readExportedVault(zip: Uint8Array) {
  const members = unzipSync(zip)
  const parts = {
    credentials: readJsonMember<Rows>(members, exportPaths.credentials),
    cycles: readJsonMember<Rows>(members, exportPaths.cycles),
    entries: readJsonMember<Rows>(members, exportPaths.entries),
    practiceLog: readJsonMember<Rows>(members, exportPaths.practiceLog),
    files: readJsonMember<Rows>(members, exportPaths.files),
  }
  const names = new Map<string, string>()
  const call = (rows: Rows, name: (row: Rows[number]) => unknown) => {
    for (const row of rows) names.set(String(row.id), `<${name(row)}>`)
  }
  call(parts.credentials, ({ title, name }) => title ?? name)
  call(parts.cycles, ({ state, cycleStart }) => `${state} ${cycleStart}`)
  call(parts.entries, ({ title }) => title)
  call(parts.practiceLog, ({ title }) => title)
  call(parts.files, ({ name }) => name)
  for (const { importId } of parts.entries) if (importId) names.set(String(importId), '<import>')
  const named = (rows: Rows) =>
    (
      JSON.parse(
        JSON.stringify(rows),
        (key, value) => names.get(value) ?? (key === 'path' ? '' : value),
      ) as Rows
    )
      .map((row): Rows[number] => ({
        ...row,
        fileIds: [(row.fileIds as string[] | undefined) ?? []].flat().sort(),
      }))
      .sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
  const { reminderSettings, profile } = exportPaths
  const { firstName, lastName, organization, jobTitle, birthMonth, settings, declinedTopics } =
    readJsonMember<Rows[number]>(members, profile)
  return {
    credentials: named(parts.credentials),
    cycles: named(parts.cycles),
    entries: named(parts.entries),
    practiceLog: named(parts.practiceLog),
    files: named(parts.files),
    reminderSettings: readJsonMember<unknown>(members, reminderSettings),
    profile: { firstName, lastName, organization, jobTitle, birthMonth, settings },
    // Without the time of each decline, because an import sets it again.
    declinedTopics: (declinedTopics as Rows).map(({ label, topic }) => [label, topic]),
    hashes: parts.files
      .map(({ path, sha256 }) => [sha256Of(members[String(path)] ?? new Uint8Array()) === sha256, sha256])
      .sort(),
  }
}

/** A changed copy of the ZIP whose manifest has matching hashes, like an attacker would make it. */
export function forgeExport(
  zip: Uint8Array,
  change: (members: Members, edit: typeof editing) => void,
): Uint8Array {
  const members = unzipSync(zip)
  change(members, editing)
  const manifest = readJsonMember<{ members: { path: string; sha256: string; size: number }[] }>(
    members,
    exportPaths.manifest,
  )
  for (const member of manifest.members) {
    const bytes = members[member.path]
    if (bytes && !member.path.startsWith('files/'))
      Object.assign(member, { sha256: sha256Of(bytes), size: bytes.length })
  }
  if (members[exportPaths.manifest]) members[exportPaths.manifest] = Buffer.from(JSON.stringify(manifest))
  return zipSync(members, { level: 0 })
}

/** Changes one JSON member. */
// biome-ignore lint/suspicious/noExplicitAny: any member, and deliberately invalid
function editing(members: Members, path: string, change: (value: any) => unknown): void {
  const value = readJsonMember<unknown>(members, path)
  members[path] = Buffer.from(JSON.stringify(change(value) ?? value))
}

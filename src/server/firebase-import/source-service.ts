import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { type FirebaseHashParams, firebaseParamsProblem } from '#server/auth/firebase/firebase-hash.ts'
import { StartError } from '#server/kernel/config.ts'
import { errorCode } from '#server/kernel/error-details.ts'
import {
  accountsOf,
  type FirebaseAccount,
  hashParametersOf,
  isAccountExport,
} from '#shared/firebase-import/accounts.ts'
import {
  type Collection,
  collections,
  type Document,
  documentsOf,
} from '#shared/firebase-import/documents.ts'

/** One line of the report: a document, or a field of one, that was not imported unchanged. */
export type ReportLine = {
  /** `others`: everything else in the folder. */
  collection: Collection | 'accounts' | 'files' | 'others'
  id: string
  field: string | null
  outcome: 'not imported' | 'changed' | 'left out'
  reason: string
}

export type Source = {
  accounts: FirebaseAccount[]
  params: FirebaseHashParams | null
  documents: Record<Collection, Document[]>
  /** Collections that are missing in the folder. */
  missing: Collection[]
  files: BucketFiles
  lines: ReportLine[]
}

/** Everything in the folder that was not imported unchanged, by document and field. */
export const REPORT_NAME = 'lanyard-import-report.json'

/** The files of the bucket's folder by their path in it, with slashes. */
export type BucketFiles = {
  byPath: Map<string, string>
  /** The paths in the bucket, by the file name without its extension. */
  byStem: Map<string, string[]>
  size(path: string): number
}

/** JSON.parse needs the whole file as one text. */
const MAX_JSON_BYTES = 500_000_000
const accountFiles = ['auth/users.json', 'accounts.json', 'auth.json', 'auth-users.json', 'users.json']
const parameterFiles = [
  'hash-parameters.txt',
  'hash-parameters.json',
  'hash_config.txt',
  'auth/hash-parameters.txt',
]
const bucketFolders = ['files', 'storage', 'bucket']

/** Reads the files in `folder`. Throws a `StartError` with the name of the file and the problem. */
export function readSource(folder: string): Source {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new StartError(`${folder} is not a folder: nothing was imported.`)
  const lines: ReportLine[] = []
  const accounts = readAccounts(folder, lines)
  const found = readCollections(folder, lines)
  lines.push(...unreadOthers(folder))
  return { accounts, params: readParameters(folder), ...found, files: readBucket(folder), lines }
}

function readAccounts(folder: string, lines: ReportLine[]): FirebaseAccount[] {
  for (const name of accountFiles) {
    const json = readJson(join(folder, name))
    if (!isAccountExport(json)) continue
    const { accounts, unread } = accountsOf(json)
    for (const { place, reason } of unread) lines.push(notImported('accounts', place, reason))
    return accounts
  }
  throw new StartError(
    `${folder} has no accounts: put what "firebase auth:export" wrote as JSON there, as ${accountFiles[1]}.`,
  )
}

function readParameters(folder: string): FirebaseHashParams | null {
  const name = parameterFiles.find((each) => existsSync(join(folder, each)))
  if (name === undefined) return null
  const read = hashParametersOf(readFileSync(join(folder, name), 'utf8'))
  if (read === null)
    throw new StartError(
      `${name} does not have the password hash parameters of Firebase (algorithm SCRYPT, base64_signer_key, base64_salt_separator, rounds, mem_cost).`,
    )
  const params = {
    ...{ rounds: read.rounds, memCost: read.memCost },
    signerKey: Buffer.from(read.signerKey, 'base64'),
    saltSeparator: Buffer.from(read.saltSeparator, 'base64'),
  }
  const problem = firebaseParamsProblem(params)
  if (problem) throw new StartError(`${name} cannot be used: ${problem}.`)
  return params
}

const wholeFile = 'firestore.json'

function readCollections(folder: string, lines: ReportLine[]): Pick<Source, 'documents' | 'missing'> {
  const whole = readJson(join(folder, wholeFile))
  const missing: Collection[] = []
  const entries = collections.map((collection) => {
    const places = [join(folder, 'firestore', `${collection}.json`), join(folder, `${collection}.json`)]
    const json =
      places.map(readJson).find((each) => each !== undefined && !isAccountExport(each)) ??
      collectionsIn(whole)?.[collection]
    if (json === undefined) {
      missing.push(collection)
      return [collection, []] as const
    }
    const { documents, unread } = documentsOf(json, collection)
    for (const { place, reason } of unread) lines.push(notImported(collection, place, reason))
    return [collection, documents] as const
  })
  return { documents: Object.fromEntries(entries) as Source['documents'], missing }
}

/** Collections that are not imported, and JSON files with an unknown name. */
function unreadOthers(folder: string): ReportLine[] {
  const known = new Set([
    ...[...accountFiles, ...parameterFiles, wholeFile, REPORT_NAME],
    ...collections.flatMap((collection) => [`${collection}.json`, `firestore/${collection}.json`]),
  ])
  const names = ['', 'auth/', 'firestore/'].flatMap((below) =>
    existsSync(join(folder, below)) ? readdirSync(join(folder, below)).map((name) => `${below}${name}`) : [],
  )
  const whole = readJson(join(folder, wholeFile))
  const held = Object.keys(collectionsIn(whole) ?? {}).filter((name) => !isCollection(name))
  return [
    ...names.filter((name) => name.endsWith('.json') && !known.has(name)),
    ...held.map((name) => `${wholeFile}: ${name}`),
  ].map((name) => notImported('others', name, 'It is none of the collections that are imported'))
}

const isCollection = (name: string) => (collections as readonly string[]).includes(name)

/** One file with all collections: `{users: {…}, licenses: {…}}`, or the same under `__collections__`. */
function collectionsIn(whole: unknown): Record<string, unknown> | undefined {
  if (typeof whole !== 'object' || whole === null) return undefined
  const inner = '__collections__' in whole ? whole.__collections__ : whole
  return typeof inner === 'object' && inner !== null ? (inner as Record<string, unknown>) : undefined
}

function readJson(path: string): unknown {
  if (!existsSync(path)) return undefined
  try {
    if (statSync(path).size > MAX_JSON_BYTES) throw new StartError(`${path} is larger than 500 MB: split it.`)
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(
      `${path} cannot be read as JSON (${errorCode(error) ?? 'it is damaged'}): nothing was imported.`,
    )
  }
}

function readBucket(folder: string): BucketFiles {
  const root = bucketFolders.map((name) => join(folder, name)).find((path) => existsSync(path))
  const byPath = new Map<string, string>()
  const byStem = new Map<string, string[]>()
  if (root !== undefined) {
    // Symbolic links are left out, because they may lead anywhere.
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      const inBucket = relative(root, path).split(sep).join('/')
      byPath.set(inBucket, path)
      const stem = entry.name.replace(/\.[^.]*$/, '')
      byStem.set(stem, [...(byStem.get(stem) ?? []), inBucket])
    }
  }
  return { byPath, byStem, size: (path) => statSync(byPath.get(path) ?? path).size }
}

/** The name of a file in the bucket. */
export const fileNameOf = (path: string) => basename(path)

export function notImported(collection: ReportLine['collection'], id: string, reason: string): ReportLine {
  return { collection, id, field: null, outcome: 'not imported', reason }
}

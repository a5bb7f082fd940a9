import { type PlainValue, plainValue } from './values.ts'

/** The collections of the specification, in the order in which they refer to each other. */
export const collections = [
  'users',
  'fileMetadata',
  'licenses',
  'certifications',
  'ceuCycles',
  'ceuEntries',
] as const
export type Collection = (typeof collections)[number]

export type Document = { id: string; fields: Record<string, PlainValue> }
/** The items of a collection file that are not documents, by their position. */
export type Unread = { place: string; reason: string }
export type ReadDocuments = { documents: Document[]; unread: Unread[] }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The documents of one collection. Accepts an object of documents by id; a list of `{id, …}`, `{id, data}` or `{name,
 * fields}` (REST); or either under `documents`, under the collection's name, or under `__collections__`. Of two
 * documents with the same id, the first counts.
 */
export function documentsOf(json: unknown, collection: Collection): ReadDocuments {
  const held = heldDocuments(json, collection)
  const found: ReadDocuments = { documents: [], unread: [] }
  const seen = new Set<string>()
  for (const [place, id, value] of held) {
    const fields = isObject(value) ? documentFields(value) : null
    const reason =
      fields === null
        ? 'It is not a document'
        : id === null
          ? 'It has no id'
          : seen.has(id)
            ? 'Another document of this file has the same id'
            : null
    if (reason !== null || fields === null || id === null)
      found.unread.push({ place: id ?? place, reason: reason ?? '' })
    else {
      seen.add(id)
      found.documents.push({ id, fields })
      for (const name of collectionsBelow(value))
        found.unread.push({ place: `${id}/${name}`, reason: 'A collection below a document is not read' })
    }
  }
  return found
}

type Held = [place: string, id: string | null, value: unknown]

function heldDocuments(json: unknown, collection: Collection): Held[] {
  if (Array.isArray(json)) return json.map((each, at) => [`item ${at + 1}`, idOf(each), each])
  if (!isObject(json)) return [['the file', null, json]]
  const { __collections__: nested, documents } = json
  if (isObject(nested)) return collection in nested ? heldDocuments(nested[collection], collection) : []
  if (Array.isArray(documents)) return heldDocuments(documents, collection)
  const own = json[collection]
  if (Object.keys(json).length === 1 && (isObject(own) || Array.isArray(own)))
    return heldDocuments(own, collection)
  return Object.entries(json).map(([id, value]) => [id, id, value])
}

/** The keys that hold a document's own id in a list. In REST, the id is the last part of its name. */
function idOf(value: unknown): string | null {
  if (!isObject(value)) return null
  const { id, _id, __id__, docId, uid, name, fields } = value
  if (typeof name === 'string' && isObject(fields)) return name.slice(name.lastIndexOf('/') + 1)
  const found = [id, _id, __id__, docId, uid].find((each) => typeof each === 'string' && each !== '')
  return typeof found === 'string' ? found : null
}

/** The names of the collections that contain documents. */
function collectionsBelow(value: unknown): string[] {
  const below = isObject(value) ? value.__collections__ : undefined
  if (!isObject(below)) return []
  return Object.keys(below).filter((name) => Object.keys(below[name] ?? {}).length > 0)
}

const idKeys = ['_id', '__id__', '__collections__', 'docId']

function documentFields(value: Record<string, unknown>): Record<string, PlainValue> {
  const { data, fields, name } = value
  const isWrapped = isObject(data) && Object.keys(value).length <= 3
  const isRest = isObject(fields) && (name === undefined || typeof name === 'string')
  const plain = plainValue(isWrapped ? data : isRest ? fields : value)
  if (!isObject(plain)) return {}
  return Object.fromEntries(Object.entries(plain).filter(([key]) => !idKeys.includes(key))) as Record<
    string,
    PlainValue
  >
}

/** The id in a reference: the last part of a path, or an id unchanged. */
export function referredId(value: PlainValue | undefined): string | null {
  if (typeof value !== 'string' || value === '') return null
  return value.slice(value.lastIndexOf('/') + 1)
}

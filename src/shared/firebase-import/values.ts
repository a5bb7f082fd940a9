/** A value of a Firestore document, without the wrapper of the program that exported it. A `Date` was a Timestamp. */
export type PlainValue =
  | string
  | number
  | boolean
  | null
  | Date
  | PlainValue[]
  | { [key: string]: PlainValue }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Unwraps the formats of the Admin SDK, the web SDK, the REST API and the common export programs: Timestamps
 * (`_seconds`, `seconds`, `__time__`, `timestampValue`, `__datatype__`), references to documents, and the typed values
 * of REST. An invalid Timestamp becomes an invalid `Date`.
 */
export function plainValue(value: unknown, depth = 0): PlainValue {
  if (value === null || value === undefined || depth > 20) return null
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value)) return value.map((each) => plainValue(each, depth + 1))
  if (!isObject(value)) return null
  const typedValue = typedValueOf(value, depth)
  if (typedValue !== undefined) return typedValue
  return timestampOf(value) ?? referenceOf(value) ?? fieldsOf(value, depth)
}

function fieldsOf(value: Record<string, unknown>, depth: number): Record<string, PlainValue> {
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plainValue(each, depth + 1)]))
}

/** Every key that a Timestamp may have next to its seconds. */
const besideSeconds = ['_nanoseconds', 'nanoseconds', 'nanos', 'type']

function timestampOf(value: Record<string, unknown>): Date | null {
  const keys = Object.keys(value)
  if (value.__datatype__ === 'timestamp' && isObject(value.value)) return timestampOf(value.value)
  for (const key of ['__time__', 'timestampValue'] as const)
    if (keys.length === 1 && typeof value[key] === 'string') return new Date(value[key])
  const seconds = keys.find((key) => key === '_seconds' || key === 'seconds')
  if (seconds === undefined || !keys.every((key) => key === seconds || besideSeconds.includes(key)))
    return null
  const nanos = value._nanoseconds ?? value.nanoseconds ?? value.nanos ?? 0
  return new Date(Number(value[seconds]) * 1000 + Math.floor(Number(nanos) / 1e6))
}

/** The path of a reference to a document. */
function referenceOf(value: Record<string, unknown>): string | null {
  const { __ref__: ref, referenceValue, referencePath, _path: path, __datatype__: type } = value
  for (const each of [ref, referenceValue, referencePath]) if (typeof each === 'string') return each
  if (type === 'documentReference' && typeof value.value === 'string') return value.value
  return isObject(path) && Array.isArray(path.segments) ? path.segments.join('/') : null
}

const typed = [
  'stringValue',
  'integerValue',
  'doubleValue',
  'booleanValue',
  'nullValue',
  'arrayValue',
  'mapValue',
]

function typedValueOf(value: Record<string, unknown>, depth: number): PlainValue | undefined {
  const [key, ...others] = Object.keys(value)
  if (key === undefined || others.length > 0 || !typed.includes(key)) return undefined
  const inner = value[key]
  if (key === 'nullValue') return null
  if (key === 'integerValue' || key === 'doubleValue') return Number(inner)
  if (key === 'arrayValue') return plainValue(isObject(inner) ? (inner.values ?? []) : [], depth + 1)
  if (key === 'mapValue')
    return fieldsOf(isObject(inner) && isObject(inner.fields) ? inner.fields : {}, depth)
  return plainValue(inner, depth + 1)
}

import fc from 'fast-check'
import type { Operation, Schema } from './open-api.ts'

/** One request to the operation `name`. `path` includes the query. Kept small, so that failures are readable. */
export type HostileRequest = {
  name: string
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}

type Json = ReturnType<typeof JSON.parse>
type Shape = Exclude<Schema, boolean>

/** Texts that are known to break software. */
const oddTexts = [
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\ud800',
    'a\udfffb',
    '\u202e\u200b\ufeff',
    '\r\nX-Injected: 1',
    '\u{10ffff}',
  ],
  ...['__proto__', 'constructor', 'toString', 'null', 'undefined', 'NaN', 'Infinity', '-0', '0x10', '1e400'],
  ...[
    "' or 1=1--",
    '%',
    '%00',
    '%ff',
    '../../etc/passwd',
    '..%2f..',
    '{{7*7}}',
    '<script>1</script>',
    '%{1}',
  ],
  ...['0000-00-00', '2026-02-30', '+010000-01-01', '9999-12-31T23:59:60Z', '24:00', 'en-US-u-ca-buddhist'],
  ...[
    'https://127.0.0.1/',
    'https://[::1]:0/',
    'javascript:1',
    'data:,',
    'a@b.c',
    'A'.repeat(300),
    'é'.repeat(5000),
  ],
]
const oddNumbers = [0, -0, -1, 0.005, 1e308, -1e308, 5e-324, 2 ** 31, 2 ** 53, 2 ** 63, 1e21]

const oddText = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: 'binary', maxLength: 40 }))
const oddValue: fc.Arbitrary<Json> = fc.oneof(
  oddText,
  fc.constantFrom(...oddNumbers),
  fc.constantFrom(null, true, false, [], {}, [[]], [null], { length: 1e9 }, { toString: 1 }),
  fc.array(oddText, { maxLength: 30 }),
  fc.dictionary(oddText, fc.constantFrom(1, 'x', null), { maxKeys: 4, noNullPrototype: true }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Bodies that `JSON.stringify` never produces. */
const oddJson = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      '{',
      '[',
      'null',
      '1e400',
      '"\\ud800"',
      '{"a":1,"a":2}',
      '{"__proto__":{"id":"x"}}',
      '\ufeff{}',
      '{}{}',
    ],
    ...["{'a':1}", '{"a":01}', '{"a":NaN}', '"\u0001"', `${'['.repeat(5000)}${']'.repeat(5000)}`],
    ...[`{"a":${'9'.repeat(400)}}`, `[${'0,'.repeat(7000)}0]`, '{"constructor":{"prototype":{"id":1}}}'],
  ),
  oddText,
)

/** A value that matches the schema, or nearly does. Most ids exist. */
export function valueFor(schema: Schema | undefined, ids: string[]): fc.Arbitrary<Json> {
  const shape = (typeof schema === 'object' ? schema : {}) as Shape
  const choices = shape.anyOf ?? shape.oneOf
  if (choices) return fc.oneof(...choices.map((each) => valueFor(each, ids)))
  if (shape.const !== undefined) return fc.constant(shape.const)
  if (shape.enum) return fc.constantFrom(...shape.enum)
  if (Array.isArray(shape.type)) {
    return fc.oneof(...shape.type.map((type) => valueFor({ ...shape, type } as Schema, ids)))
  }
  if (shape.type === 'object') return objectOf(shape, ids)
  if (shape.type === 'array') return fc.array(valueFor(shape.items as Schema, ids), { maxLength: 3 })
  if (shape.type === 'boolean') return fc.boolean()
  if (shape.type === 'null') return fc.constant(null)
  if (shape.type === 'integer' || shape.type === 'number') return numberOf(shape)
  return shape.type === 'string' ? textOf(shape, ids) : oddValue
}

function objectOf({ properties = {}, required = [] }: Shape, ids: string[]): fc.Arbitrary<Json> {
  const values = Object.entries(properties).map(
    ([key, each]) => [key, valueFor(each as Schema, ids)] as const,
  )
  const all = Object.fromEntries(values)
  const needed = Object.fromEntries(values.filter(([key]) => required.includes(key)))
  const record = (of: typeof all) => fc.record(of, { requiredKeys: required, noNullPrototype: true })
  return fc.oneof(record(all), record(needed))
}

function numberOf({ type, minimum = 0, maximum = 400 }: Shape): fc.Arbitrary<number> {
  const bounds = { min: Math.ceil(Number(minimum)), max: Math.floor(Number(maximum)) }
  return type === 'integer' ? fc.integer(bounds) : fc.integer(bounds).map((value) => value / 4)
}

function textOf({ format, minLength = 0, maxLength = 30 }: Shape, ids: string[]): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.oneof({ arbitrary: fc.constantFrom(...ids), weight: 4 }, fc.uuid())
  const day = fc.date({ min: new Date('2024-01-01'), max: new Date('2028-12-31'), noInvalidDate: true })
  if (format === 'date') return day.map((date) => date.toISOString().slice(0, 10))
  if (format === 'date-time') return day.map((date) => date.toISOString())
  const length = { minLength: Number(minLength), maxLength: Math.min(Number(maxLength), 60) }
  return fc.oneof(
    { arbitrary: fc.string({ ...length, unit: 'grapheme' }), weight: 4 },
    { arbitrary: fc.constantFrom(...ids, 'hospital', 'TX', 'TX-RN', 'Basic Life Support'), weight: 2 },
    fc.constantFrom('2026-03-30', 'https://hook.example/x', 'fay@nurses.example', 'wkqz vbxj fyhc'),
  )
}

/** Such a value with one value replaced, one extra key or one missing key. */
function spoiled(value: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  const keys = fc.oneof(oddText, fc.constantFrom('id', 'ownerId', 'createdAt', 'constructor', 'counts[0].id'))
  return fc.tuple(value, fc.nat(), oddValue, keys, fc.nat(3)).map(([whole, at, wrong, key, how]) => {
    if (whole === null || typeof whole !== 'object') return wrong
    const known = Object.keys(whole)
    const place = known[at % Math.max(1, known.length)] ?? key
    if (Array.isArray(whole)) return [...whole, wrong]
    if (how === 0) return Object.fromEntries(Object.entries(whole).filter(([name]) => name !== place))
    return { ...whole, [how === 1 ? key : place]: wrong }
  })
}

function bodyOf({ body }: Operation, ids: string[]): fc.Arbitrary<Pick<HostileRequest, 'headers' | 'body'>> {
  const [declared, media] = Object.entries(body)[0] ?? [
    'application/json',
    { schema: { type: 'object' } as Schema },
  ]
  if (declared === 'multipart/form-data') return uploads
  const value = valueFor(media.schema, ids)
  const json = (given: fc.Arbitrary<Json>) => given.map((each) => JSON.stringify(each) ?? '')
  const type = fc.oneof(
    { arbitrary: fc.constant(declared), weight: 20 },
    fc.constantFrom(
      'text/plain',
      'application/json; charset=utf-16',
      'application/x-www-form-urlencoded',
      'a',
    ),
  )
  return fc.record({
    headers: type.map((given) => ({ 'Content-Type': given })),
    body: fc.oneof(
      { arbitrary: json(value), weight: 6 },
      { arbitrary: json(spoiled(value)), weight: 8 },
      { arbitrary: json(oddValue), weight: 2 },
      { arbitrary: oddJson, weight: 3 },
      fc.constant(undefined),
    ),
  })
}

const uploads = fc
  .record({
    boundary: fc.constantFrom('x', '----WebKitFormBoundaryA', '', 'a b', '"q"'),
    field: fc.constantFrom('file', 'file', 'file', 'other', '', '__proto__'),
    name: oddText,
    type: fc.constantFrom('application/pdf', 'image/png', 'text/html', ''),
    bytes: fc.oneof(
      fc.constantFrom('%PDF-1.4\n%%EOF', '\u0089PNG\r\n\u001a\n', ''),
      fc.string({ unit: 'binary' }),
    ),
    end: fc.constantFrom('--', '', '-'),
  })
  .map(({ boundary, field, name, type, bytes, end }) => ({
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n${bytes}\r\n--${boundary}${end}\r\n`,
  }))

/** The path with its parameters filled, mostly with `known` values, and a similar query. */
function pathOf({ path, parameters }: Operation, ids: string[], known: Record<string, string>) {
  const anyValue = (schema: Schema) =>
    fc.oneof({ arbitrary: valueFor(schema, ids), weight: 4 }, { arbitrary: oddValue, weight: 1 })
  const filling = (name: string, schema: Schema) =>
    fc.oneof(
      { arbitrary: known[name] === undefined ? anyValue(schema) : fc.constant(known[name]), weight: 4 },
      { arbitrary: fc.constantFrom(...ids), weight: 1 },
      { arbitrary: anyValue(schema), weight: 2 },
    )
  const paramsIn = (where: string, make: (name: string, schema: Schema) => fc.Arbitrary<unknown>) =>
    Object.fromEntries(
      parameters.filter((each) => each.in === where).map(({ name, schema }) => [name, make(name, schema)]),
    )
  const more = fc.oneof(
    { arbitrary: fc.constant({}), weight: 6 },
    fc.dictionary(oddText, oddText, { maxKeys: 1, noNullPrototype: true }),
  )
  const query = paramsIn('query', (_name, schema) => anyValue(schema))
  return fc
    .tuple(fc.record(paramsIn('path', filling)), fc.record(query, { requiredKeys: [] }), more)
    .map(([filled, query, rest]) => {
      const address = path.replace(/\{(\w+)\}/g, (_all, name) => inPath(escaped(filled[name])))
      const pairs = Object.entries({ ...query, ...rest })
      const search = pairs.map(([name, each]) => `${escaped(name)}=${escaped(each)}`).join('&')
      return search === '' ? address : `${address}?${search}`
    })
}

/** An empty segment or dots would lead to another operation. */
function inPath(part: string): string {
  return /^\.{0,2}$/.test(part) ? 'x' : part
}

/** Percent-encoded. Text that is not well-formed becomes the bytes of a lone surrogate. */
function escaped(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
  return text.isWellFormed() ? encodeURIComponent(text) : '%ED%A0%80'
}

/**
 * Requests to these operations, from well-formed to absurd. `ids` exist, some of the owner and some of others. `known`
 * are existing path parameters.
 */
export function hostileRequests(
  operations: Operation[],
  ids: string[],
  known: (name: string) => Record<string, string>,
): fc.Arbitrary<HostileRequest> {
  const key = fc.oneof({ arbitrary: fc.constant({}), weight: 9 }, fc.string({ maxLength: 300 }).map(asKey))
  return fc.oneof(
    ...operations.map((operation) => {
      const { name, method } = operation
      const sent = method === 'GET' ? fc.constant({ headers: {}, body: undefined }) : bodyOf(operation, ids)
      const arbitrary = fc
        .tuple(pathOf(operation, ids, known(name)), sent, key)
        .map(([path, { headers, body }, more]) => ({
          name,
          method,
          path,
          body,
          headers: { ...headers, ...more },
        }))
      // A PDF takes a second to build.
      return { arbitrary, weight: /\/(packet|export)$/.test(operation.path) ? 1 : 10 }
    }),
  )
}

function asKey(text: string): Record<string, string> {
  return { 'Idempotency-Key': text.replace(/[^\x20-\x7e]/g, '') }
}

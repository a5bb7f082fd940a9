import fc from 'fast-check'
import type { Operation } from './open-api.ts'
import { type HostileRequest, valueFor } from './open-api-hostile.ts'

type Json = ReturnType<typeof JSON.parse>
type Known = (name: string) => Record<string, string>

/** Repeating these slows down a parser or a pattern that looks again at input it has already read. */
const patterns = [
  ...['a', ' ', '\t', '\n', '-', '1', '.', '@', '@a.', 'a@', '<', '<a ', '&', '\\', '"', '(', '[', '{', '%'],
  ...[
    '0,',
    'a-',
    '1-',
    '..',
    '//',
    'http://',
    '\u0301',
    'é',
    '\u{1f9d1}\u200d',
    '\u202e',
    'İ',
    'ß',
    '=',
    ';',
  ],
]
const endings = ['', '!', 'x', '\u0000', '@', '-']

/** Texts of up to `most` characters. */
const heavyText = (most: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...patterns), fc.constantFrom(0.01, 0.1, 1), fc.constantFrom(...endings))
    .map(([pattern, share, end]) => pattern.repeat(Math.floor((most * share) / pattern.length)) + end)

/** One value that is far too large, instead of `value`. */
function swollen(value: Json): fc.Arbitrary<Json> {
  const many = fc.constantFrom(900, 4500, 20_000)
  const repeated = Array.isArray(value) ? (value[0] ?? null) : value
  return fc.oneof(
    { arbitrary: heavyText(900_000), weight: 4 },
    many.map((count) => Array.from({ length: count }, () => repeated)),
    many.map((count) => Array.from({ length: count }, (_, index) => `x${index}`)),
    many.map((count) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`x${index}`, index])),
    ),
    fc
      .constantFrom(31, 2000)
      .map((depth) => JSON.parse('[1'.replace('[', '['.repeat(depth)) + ']'.repeat(depth))),
    fc.constant(`${'9'.repeat(200_000)}`),
  )
}

/** A value that fits the schema except that one key is huge, or that there are thousands of unknown keys. */
function heavyJson({ body }: Operation, ids: string[]): fc.Arbitrary<string> {
  const schema = body['application/json']?.schema
  return valueFor(schema, ids)
    .chain((value) => {
      const keys = typeof value === 'object' && value !== null ? Object.keys(value) : []
      const key = keys.length > 0 ? fc.constantFrom(...keys) : fc.constant('x')
      return key.chain((name) =>
        swollen(value?.[name] ?? null).map((large) =>
          Array.isArray(value) ? [...value, large] : { ...Object(value), [name]: large },
        ),
      )
    })
    .map((value) => JSON.stringify(value))
}

const boundary = 'heavyboundary'

/** Thousands of parts, of headers, or of near-boundaries. */
const heavyParts: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('a', '\r\n', `\r\n--${boundary.slice(0, -1)}`, '-', ';', '"', '='),
    fc.constantFrom(10_000, 100_000, 900_000),
    fc.constantFrom('name', 'header', 'content', 'parts'),
  )
  .map(([pattern, size, where]) => {
    const large = pattern.repeat(Math.floor(size / pattern.length))
    const part = (name: string, header: string, content: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"${header}\r\n\r\n${content}\r\n`
    if (where === 'parts') return part('a.pdf', '', 'x').repeat(Math.ceil(size / 100))
    const texts = ['name', 'header', 'content'].map((each) => (each === where ? large : 'a.pdf'))
    const [name = '', header = '', content = ''] = texts
    return `${part(name, where === 'header' ? `\r\nX-A: ${header}` : '', content)}--${boundary}--\r\n`
  })

type Sent = Pick<HostileRequest, 'headers' | 'body'>

function bodyOf(operation: Operation, ids: string[]): fc.Arbitrary<Sent> {
  const types = Object.keys(operation.body)
  const json = heavyJson(operation, ids).map((body) => ({
    headers: { 'Content-Type': 'application/json' },
    body,
  }))
  const form = heavyParts.map((body) => ({
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body,
  }))
  const raw = fc
    .tuple(fc.constantFrom(...types, 'application/json'), heavyText(900_000))
    .map(([type, body]) => ({ headers: { 'Content-Type': type }, body }))
  if (types.includes('multipart/form-data')) return form
  return types.every((type) => type === 'application/json') ? json : fc.oneof(json, raw)
}

const headerText = heavyText(12_000).map((text) => text.replace(/[^\x20-\x7e]/g, 'x'))
const headerNames = [
  'Idempotency-Key',
  'User-Agent',
  'Range',
  'If-None-Match',
  'Accept',
  'X-Forwarded-For',
  'Referer',
]
/** Hono's request accepts no foreign origin, so `Cookie` and `Origin` keep the browser's values. */
const heavyHeaders = fc.oneof(
  { arbitrary: fc.constant({}), weight: 3 },
  fc.tuple(fc.constantFrom(...headerNames), headerText).map(([name, text]) => ({ [name]: text })),
)

function pathOf({ path, parameters }: Operation, known: Record<string, string>): fc.Arbitrary<string> {
  const query = parameters.filter((each) => each.in === 'query').map(({ name }) => name)
  const fill = (text: string) =>
    path.replace(/\{(\w+)\}/g, (_all, name) => known[name] ?? (encodeURIComponent(text) || 'x'))
  return fc
    .tuple(fc.constantFrom(...query, 'other'), fc.boolean(), heavyText(3000), fc.boolean())
    .map(([name, isFilled, text, isAsked]) => {
      const isKnown = Object.keys(known).length > 0 && isFilled
      const address = isKnown ? fill('x') : fill(text).slice(0, 8000)
      return isAsked ? `${address}?${name}=${encodeURIComponent(text)}` : address
    })
}

/** Requests to one operation, in the sizes and shapes that cost most. `known` are existing path parameters. */
export function heavyRequests(
  operation: Operation,
  ids: string[],
  known: Known,
): fc.Arbitrary<HostileRequest> {
  const { name, method } = operation
  const sent: fc.Arbitrary<Sent> =
    method === 'GET' ? fc.constant({ headers: {}, body: undefined }) : bodyOf(operation, ids)
  return fc
    .tuple(pathOf(operation, known(name)), sent, heavyHeaders)
    .map(([path, { headers, body }, more]) => ({
      name,
      method,
      path,
      body,
      headers: { ...more, ...headers },
    }))
}

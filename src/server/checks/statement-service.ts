import { createHash, createHmac, sign } from 'node:crypto'
import { pipeline, type Readable, Transform } from 'node:stream'
import type { Services } from '#server/services.ts'
import type { Owner } from '#server/users/owner.ts'
import { codeFrom } from '#shared/checks/code.ts'
import {
  type DocumentKind,
  type SignedFormat,
  type Statement,
  signedText,
  tailOf,
} from '#shared/checks/statement.ts'
import { documentKeys } from './key-service.ts'
import { addCode } from './store.ts'

/** What a document was made from: a share link, or a CE cycle. */
type Origin = { kind: DocumentKind; linkId: string } | { kind: 'cePacket'; cycleId: string }
/** A document that is being made for others, with its code. */
export type Issue = { kind: DocumentKind; code: string }

type UnsignedDocument = { size: number; read(): Readable; remove(): Promise<void> }

/**
 * Gives a document its code. All documents of a kind that are made from one link or cycle in a day (UTC) have the same
 * code, so downloading again adds no row.
 */
export async function issueCode(services: Services, owner: Owner, origin: Origin): Promise<Issue> {
  const { codeSecret } = await documentKeys(services)
  const madeAt = services.clock.now()
  const { kind } = origin
  const linkId = 'linkId' in origin ? origin.linkId : null
  const from = 'linkId' in origin ? origin.linkId : origin.cycleId
  const content = JSON.stringify([kind, from, madeAt.toISOString().slice(0, 10)])
  const code = codeFrom(createHmac('sha256', codeSecret).update(content).digest())
  await addCode(services.db, owner, { code, kind, linkId, madeAt })
  return { kind, code }
}

/** The document followed by the statement of this installation about it, which is made while it is read. */
export async function signDocument<D extends UnsignedDocument>(
  services: Services,
  document: D,
  { kind, code }: Issue,
  format: SignedFormat,
): Promise<D> {
  const { privateKey, id: key } = await documentKeys(services)
  const { size } = document
  const madeAt = services.clock.now().toISOString()
  const tailFor = (sha256: string) => {
    const text = signedText({ code, kind, madeAt, size, sha256, key } satisfies Statement)
    const signature = sign(null, Buffer.from(text), privateKey).toString('base64')
    return Buffer.from(tailOf(format, text, signature))
  }
  const tailSize = tailFor('0'.repeat(64)).length
  return {
    ...document,
    size: size + tailSize,
    read: () => withTail(document.read(), { size, tailSize, format, tailFor }),
  }
}

type Tail = { size: number; tailSize: number; format: SignedFormat; tailFor(sha256: string): Buffer }

function withTail(content: Readable, { size, tailSize, format, tailFor }: Tail): Readable {
  const hash = createHash('sha256')
  let position = 0
  const signed = new Transform({
    transform(given: Buffer, _, done) {
      const chunk = format === 'zip' ? withCommentSize(given, size - 2 - position, tailSize) : given
      position += chunk.length
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      if (position === size) done(null, tailFor(hash.digest('hex')))
      else done(new Error(`A document has ${position} bytes instead of ${size}`))
    },
  })
  // An error, or a client that disconnects, ends both; it is reported by whoever reads `signed`.
  pipeline(content, signed, () => {})
  return signed
}

/**
 * A ZIP ends with the size of its comment, which is 0 in the ZIPs that we make. `at` is where these two bytes are, seen
 * from the start of `chunk`.
 */
function withCommentSize(chunk: Buffer, at: number, commentSize: number): Buffer {
  if (at >= chunk.length || at + 1 < 0) return chunk
  const changed = Buffer.from(chunk)
  if (at >= 0) changed[at] = commentSize & 0xff
  if (at + 1 < chunk.length) changed[at + 1] = commentSize >> 8
  return changed
}

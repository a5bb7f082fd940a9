import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Settings } from '#server/kernel/config.ts'

/** What the store said no with: its status and its own word for it, such as `NoSuchBucket`. */
export class S3Error extends Error {
  override name = 'S3Error'
  status: number
  code: string
  /** Where a bucket in another region says that it is. */
  region: string | null

  constructor(status: number, code: string, region: string | null) {
    super(`The store answered ${status} ${code}`)
    this.status = status
    this.code = code
    this.region = region
  }
}

export type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Without one: the bucket itself. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Made anew for every try. */
  body?: () => ReadableStream<Uint8Array>
  /** Statuses that are an answer too, besides 2xx. */
  accept?: number[]
  tries?: number
}

export type S3Client = {
  /** Resolves when the answer begins; reading it may still fail. */
  send(request: S3Request): Promise<Response>
  /** The whole answer, which is asked for again when it breaks off. */
  text(request: S3Request): Promise<string>
}

const TRIES = 4
const FIRST_PAUSE_MS = 200
/** Until the answer begins, the sending of a body included. */
const PATIENCE_MS = 120_000

/** Signed requests to one bucket. A lost connection, 429 and 5xx are tried again; everything sent can be repeated. */
export function createS3Client({ accessKeyId, secretAccessKey, region, bucketUrl }: S3Settings): S3Client {
  async function attempt({ method, key, query = {}, headers = {}, body }: S3Request): Promise<Response> {
    const url = new URL(key === undefined ? bucketUrl : `${bucketUrl}/${key}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    // A body is signed by its hash among the headers: the signer would read all of it into memory.
    const signer = new AwsV4Signer({
      ...{ method, url: url.href, accessKeyId, secretAccessKey, region, service: 's3' },
      headers: { 'X-Amz-Content-Sha256': emptySha256, ...headers },
    })
    const signed = await signer.sign()
    signed.headers.set('Accept-Encoding', 'identity') // unsigned, because proxies on the way rewrite it
    const impatience = new AbortController()
    const timer = setTimeout(() => impatience.abort(new Error('The store does not answer')), PATIENCE_MS)
    const sent: RequestInit = {
      method,
      headers: signed.headers,
      signal: impatience.signal,
      redirect: 'manual',
    }
    try {
      return await fetch(signed.url, body ? { ...sent, body: body(), duplex: 'half' } : sent)
    } finally {
      clearTimeout(timer) // what is read of the answer may take as long as its reader does
    }
  }

  async function answered(request: S3Request): Promise<Response> {
    const answer = await attempt(request)
    if (answer.ok || request.accept?.includes(answer.status)) return answer
    throw await errorOf(answer)
  }

  return {
    send: (request) => persistently(request, () => answered(request)),
    text: (request) => persistently(request, async () => (await answered(request)).text()),
  }
}

async function persistently<T>({ tries = TRIES }: S3Request, work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await work()
    } catch (error) {
      if (tried >= tries || !isPassing(error)) throw error
    }
    await pause(FIRST_PAUSE_MS * 2 ** (tried - 1) * (0.5 + Math.random()))
  }
}

const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

async function errorOf(answer: Response): Promise<S3Error> {
  const text = await answer.text().catch(() => '')
  const code = text.match(/<Code>([^<]+)<\/Code>/)?.[1] ?? 'without a word'
  const region = text.match(/<Region>([^<]+)<\/Region>/)?.[1] ?? answer.headers.get('x-amz-bucket-region')
  return new S3Error(answer.status, code, region)
}

/** Everything that is not an answer is a lost connection or one that was never made. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof S3Error)) return true
  return error.status === 429 || (error.status >= 500 && !isFull(error))
}

export function isFull({ status, code }: S3Error): boolean {
  return status === 507 || /^(QuotaExceeded|XMinioStorageFull|InsufficientStorage)/.test(code)
}

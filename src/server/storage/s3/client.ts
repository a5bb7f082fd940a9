import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Settings } from '#server/kernel/config.ts'

/** An error response from the store: HTTP status and S3 error code, such as `NoSuchBucket`. */
export class S3Error extends Error {
  override name = 'S3Error'
  status: number
  code: string
  /** The bucket's region, if the response says that it is in another one. */
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
  /** Without a key: the bucket itself. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Called for each attempt, so that a body can be sent again. */
  body?: () => ReadableStream<Uint8Array>
  /** Statuses to return instead of throwing, besides 2xx. */
  accept?: number[]
  tries?: number
}

export type S3Client = {
  /** Resolves when the response starts; reading its body can still fail. */
  send(request: S3Request): Promise<Response>
  /** The complete body as text; the request is repeated if the body breaks off. */
  text(request: S3Request): Promise<string>
}

const TRIES = 4
const FIRST_PAUSE_MS = 200
/** The limit until the response starts, including the time to send the body. */
const PATIENCE_MS = 120_000

/** Signed requests to one bucket. A lost connection, 429 and 5xx are retried; every request can be repeated safely. */
export function createS3Client({ accessKeyId, secretAccessKey, region, bucketUrl }: S3Settings): S3Client {
  async function attempt({ method, key, query = {}, headers = {}, body }: S3Request): Promise<Response> {
    const url = new URL(key === undefined ? bucketUrl : `${bucketUrl}/${key}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    // The body is signed by its hash in a header; given the body, the signer would read all of it into memory.
    const signer = new AwsV4Signer({
      ...{ method, url: url.href, accessKeyId, secretAccessKey, region, service: 's3' },
      headers: { 'X-Amz-Content-Sha256': emptySha256, ...headers },
    })
    const signed = await signer.sign()
    signed.headers.set('Accept-Encoding', 'identity') // not signed, because proxies on the way rewrite it
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(new Error('The store does not answer')), PATIENCE_MS)
    const sent: RequestInit = {
      method,
      headers: signed.headers,
      signal: controller.signal,
      redirect: 'manual',
    }
    try {
      return await fetch(signed.url, body ? { ...sent, body: body(), duplex: 'half' } : sent)
    } finally {
      clearTimeout(timer) // no limit for reading the body: it is read at the speed of its reader
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

/** Any other error is a lost or failed connection, which is worth a retry. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof S3Error)) return true
  return error.status === 429 || (error.status >= 500 && !isFull(error))
}

export function isFull({ status, code }: S3Error): boolean {
  return status === 507 || /^(QuotaExceeded|XMinioStorageFull|InsufficientStorage)/.test(code)
}

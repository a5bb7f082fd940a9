import { onTestFinished, vi } from 'vitest'
import type { z } from 'zod'
import { Problem, type ProblemCode } from '#shared/http/errors.ts'
import { uploadRetry } from '#web/files/api.ts'

type Body = FormData | Blob

/** One upload that the page sent. The test decides how it continues. */
export type SentUpload = {
  method: string
  url: string
  headers: Record<string, string>
  body: Body
  isAborted(): boolean
  /** Reports that this many bytes have been sent. */
  progress(loaded: number, total: number): void
  /** Receives a part of the response. */
  receive(text: string): void
  /** Ends the response. */
  end(): void
  /** The complete response, which must match `schema`, the endpoint's contract. */
  answer<S extends z.ZodType>(schema: S, value: z.input<S>): void
  refuse(code: ProblemCode, details?: ConstructorParameters<typeof Problem>[1]): void
  disconnect(): void
}

/**
 * Replaces XMLHttpRequest until the test ends. Each upload waits until the test responds. After a failure, it is sent
 * again only with `waitsMs`.
 */
export function stubUploads(waitsMs: number[] = []): SentUpload[] {
  const before = uploadRetry.waitsMs
  uploadRetry.waitsMs = waitsMs
  onTestFinished(() => {
    uploadRetry.waitsMs = before
  })
  const sent: SentUpload[] = []
  class FakeRequest {
    upload: { onprogress?: (event: object) => void } = {}
    onload?: () => void
    onerror?: () => void
    onabort?: () => void
    onprogress?: () => void
    status = 200
    responseText = ''
    #opened = { method: '', url: '' }
    #headers: Record<string, string> = {}
    #isAborted = false

    open(method: string, url: string) {
      this.#opened = { method, url }
    }
    setRequestHeader(name: string, value: string) {
      this.#headers[name.toLowerCase()] = value
    }
    abort() {
      this.#isAborted = true
      this.onabort?.()
    }
    send(body: Body) {
      const finish = (status: number, text: string) => {
        this.status = status
        this.responseText = text
        this.onload?.()
      }
      sent.push({
        ...this.#opened,
        headers: this.#headers,
        body,
        isAborted: () => this.#isAborted,
        progress: (loaded, total) => this.upload.onprogress?.({ loaded, total, lengthComputable: true }),
        receive: (text) => {
          this.responseText += text
          this.onprogress?.()
        },
        end: () => this.onload?.(),
        answer: (schema, value) => finish(201, JSON.stringify(schema.parse(value))),
        refuse: (code, details) => {
          const problem = new Problem(code, details)
          finish(problem.status, JSON.stringify(problem.toBody()))
        },
        disconnect: () => this.onerror?.(),
      })
    }
  }
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  onTestFinished(() => void vi.unstubAllGlobals())
  return sent
}

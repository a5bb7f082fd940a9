import type { z } from 'zod'
import { msg } from '#shared/i18n/translate.ts'
import type { ProblemBody } from './problem-body.ts'
import { type ProblemCode, problemCatalog } from './problem-catalog.ts'

export type { ProblemCode }

/** One invalid field. `path` is the path in the body (`tags.3`), `message` is for people. */
export type FieldError = { path: string; message: string }

/** A failure with a code. Only routes know about HTTP; they use `status` for the response. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ProblemCode
  readonly errors: FieldError[] | undefined
  readonly retryAfter: number | undefined

  /** `more.detail` replaces the catalog's sentence. `retryAfter` is in seconds. */
  constructor(code: ProblemCode, more: { detail?: string; errors?: FieldError[]; retryAfter?: number } = {}) {
    super(more.detail ?? problemCatalog[code][2])
    this.code = code
    this.errors = more.errors
    this.retryAfter = more.retryAfter
  }

  get status(): number {
    return problemCatalog[this.code][0]
  }

  get title(): string {
    return problemCatalog[this.code][1]
  }

  toBody(): ProblemBody {
    return {
      title: this.title,
      status: this.status,
      detail: this.message,
      code: this.code,
      ...(this.errors ? { errors: this.errors } : {}),
      ...(this.retryAfter === undefined ? {} : { retryAfter: this.retryAfter }),
    }
  }
}

/** Whether the same request may succeed later: after a server error, 408 and 429. */
export function isTemporary(status: number): boolean {
  return status >= 500 || status === 408 || status === 429
}

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problemCatalog, code)
}

/** The problem for a failed zod parse: every invalid field by its dotted path. */
export function invalid(error: z.core.$ZodError): Problem {
  return new Problem('invalid', { errors: fieldErrors(error) })
}

/** Rejects with `invalid` if there are errors. */
export function requireNoErrors(errors: FieldError[]): void {
  if (errors.length > 0) throw new Problem('invalid', { errors })
}

export function fieldErrors(error: z.core.$ZodError): FieldError[] {
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: msg`Unknown field` }))
      : [{ path: issue.path.join('.'), message: issue.message }],
  )
}

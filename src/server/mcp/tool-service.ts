import { z } from 'zod'
import { problemOf } from '#server/http/problem.ts'
import type { Logger } from '#server/kernel/log.ts'
import type { TokenScope } from '#shared/auth/access-token.ts'
import { Problem } from '#shared/http/errors.ts'
import { createMask } from '#shared/shares/masks.ts'
import { type Api, ApiRefusal } from './api-service.ts'

export type ToolContext = {
  api: Api
  scopes: readonly TokenScope[]
  publicUrl: string
  /** Every number of the owner that answers hide. */
  listNumbers(): Promise<string[]>
  log: Pick<Logger, 'error'>
}

/** An input of every tool. */
export const numbersInput = {
  includeNumbers: z
    .boolean()
    .default(false)
    .describe('Show full license and certification numbers. Only if the nurse asked for a number'),
}

export const reads = { readOnlyHint: true, openWorldHint: false }
export const adds = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** What `find` found, with numbers hidden, as data and in sentences. A refusal becomes a sentence. */
export async function answerTool<A extends object>(
  context: ToolContext,
  { includeNumbers }: { includeNumbers: boolean },
  { find, say }: { find: () => Promise<A>; say: (answer: A) => string },
) {
  try {
    const numbers = includeNumbers ? [] : await context.listNumbers()
    const answer = withoutNumbers(await find(), numbers)
    return { content: [textOf(say(answer))], structuredContent: answer }
  } catch (error) {
    return { content: [textOf(refusalText(error, context))], isError: true }
  }
}

const textOf = (text: string) => ({ type: 'text' as const, text })

function refusalText(error: unknown, { log }: ToolContext): string {
  if (error instanceof ApiRefusal || error instanceof Problem) return error.message
  log.error({ err: error }, 'a tool call failed')
  return problemOf(error).message
}

/** Values from a list of this program, and random ones: a mask would break them. */
const plainKeys = new Set(['id', 'answer', 'kind', 'progress', 'may', 'draftId', 'status', 'page'])
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

/** Hides these numbers in every text, also where the owner wrote one into a title or a file name. */
function withoutNumbers<A extends object>(answer: A, numbers: readonly string[]): A {
  if (numbers.length === 0) return answer
  const mask = createMask(numbers)
  const masked = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') return plainKeys.has(key) || isDay(value) ? value : mask(value)
    if (Array.isArray(value)) return value.map((each) => masked(each, key))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, masked(part, name)]))
  }
  return masked(answer, '') as A
}

import { type FirstAnswers, firstAnswersId, sessionAddress } from '#shared/http/first-answers.ts'
import { noteServerTime } from './server-clock.ts'

/** Valid while the first screen appears, because some of its parts send the same request. */
const FRESH_MS = 5_000

let answers: FirstAnswers | null = null
let readAt = 0

function readAnswers(): FirstAnswers {
  if (answers) return answers
  const block = typeof document === 'undefined' ? null : document.getElementById(firstAnswersId)
  answers = block ? JSON.parse(block.textContent) : {}
  noteServerTime(block?.dataset.now)
  block?.remove()
  readAt = performance.now()
  return answers ?? {}
}

/** The answer that came with the page; `undefined` if there is none, or once it is too old. */
export function takeFirstAnswer(address: string): { answer: unknown } | undefined {
  const known = readAnswers()
  if (!(address in known) || performance.now() - readAt > FRESH_MS) return undefined
  return { answer: known[address] }
}

/** The session that came with the page: `null` for a visitor, `undefined` if it has to be requested. */
export function firstSession(): unknown {
  return readAnswers()[sessionAddress]
}

/** After a change, the answers that came with the page may be wrong. */
export function dropFirstAnswers(): void {
  readAnswers()
  answers = {}
}

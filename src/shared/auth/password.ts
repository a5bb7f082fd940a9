import { msg } from '#shared/i18n/translate.ts'
export const MIN_LENGTH = 10
export const MAX_LENGTH = 128
export const MIN_SCORE = 3

/** From 0 (guessed at once) to 4; 3 and 4 are strong enough. */
export type PasswordScore = 0 | 1 | 2 | 3 | 4

/** `problem` describes the weakness and `remedies` the fixes, in sentences to show while typing. */
export type PasswordVerdict = {
  isStrong: boolean
  score: PasswordScore
  problem: string | null
  remedies: string[]
}

/** `personal` are words that a stranger may know: those of the owner's name and address. */
export type PasswordStrength = (password: string, personal: string[]) => PasswordVerdict

/** Words of this product and its users, which add no strength to a password. */
const ours = ['lanyard', 'nurse', 'nurses', 'nursing', 'password']

/** Only this many characters are measured: enough for a score, and fast for any input. */
const MEASURED = 40

const longer = msg`Add another unrelated word or two.`

/** The words of a name and an address, which add no strength to a password. */
export function personalWords(...texts: (string | null | undefined)[]): string[] {
  const words = texts.flatMap((text) => (text ?? '').toLowerCase().split(/[^\p{L}\p{N}]+/u))
  return [...new Set(words)].filter((word) => word.length >= 3)
}

/**
 * Loads the estimator with its dictionaries, about 0.7 MB compressed: call it when a password field is first used.
 * There are no composition rules; what counts is how long the password takes to guess.
 */
export async function loadPasswordStrength(): Promise<PasswordStrength> {
  const [{ ZxcvbnFactory }, common, english] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ])
  const estimator = new ZxcvbnFactory({
    dictionary: { ...common.dictionary, ...english.dictionary },
    graphs: common.adjacencyGraphs,
    translations: english.translations,
    maxLength: MEASURED,
  })

  return (password, personal) => {
    const count = [...password].length
    if (count > MAX_LENGTH) {
      return weak(0, msg`This is longer than ${MAX_LENGTH} characters.`, [msg`Choose a shorter password.`])
    }
    const known = [...ours, ...personal.map((word) => word.toLowerCase())]
    const rest = withoutWords(password, known)
    const { score, feedback } = estimator.check(rest, known)
    const usesKnownWords = rest !== password && score < MIN_SCORE
    if (count < MIN_LENGTH) {
      const missing = MIN_LENGTH - count
      const problem =
        missing === 1
          ? msg`This is too short: it needs 1 more character.`
          : msg`This is too short: it needs ${missing} more characters.`
      return weak(Math.min(score, 2) as PasswordScore, problem, [
        msg`Three or four unrelated words are easy to remember.`,
      ])
    }
    if (score >= MIN_SCORE) return { isStrong: true, score, problem: null, remedies: [] }
    const problem = usesKnownWords
      ? msg`Names, addresses and words from your work are easy to guess.`
      : (feedback.warning ?? msg`This is too easy to guess.`)
    return weak(score, problem, remedies(feedback.suggestions))
  }
}

function weak(score: PasswordScore, problem: string, mend: string[]): PasswordVerdict {
  return { isStrong: false, score, problem, remedies: mend }
}

/** Removes the words that a stranger would try first; the rest determines the strength. */
function withoutWords(password: string, words: string[]): string {
  let rest = password
  const longestFirst = words.filter((word) => word.length >= 4).sort((a, b) => b.length - a.length)
  for (const word of longestFirst) {
    for (let at = rest.toLowerCase().indexOf(word); at >= 0; at = rest.toLowerCase().indexOf(word)) {
      rest = rest.slice(0, at) + rest.slice(at + word.length)
    }
  }
  return rest
}

/** Leaves out the estimator's advice on capitals and symbols, which reads like a composition rule. */
function remedies(suggestions: string[]): string[] {
  const kept = suggestions.filter((sentence) => !/capital|substitution|less common/i.test(sentence))
  return [longer, ...kept]
}

/**
 * The fields of a provider's error in OAuth 2.0. The rest of the response is not logged, because it could contain a
 * token.
 */
const oauthFields = ['status', 'statusText', 'error', 'error_description']
const MAX_LENGTH = 200

/**
 * The reason for a failure, from the details that Better Auth passes to its logger: an error, or the provider's
 * response.
 */
export function reasonOf(details: unknown[]): { err?: Error; answer?: Record<string, string> } {
  const err = details.find((each) => each instanceof Error)
  if (err) return { err }
  const answer = details.map(answerOf).find((each) => Object.keys(each).length > 0)
  return answer ? { answer } : {}
}

function answerOf(detail: unknown): Record<string, string> {
  if (typeof detail === 'string') return { error: detail.slice(0, MAX_LENGTH) }
  if (typeof detail !== 'object' || detail === null) return {}
  const known = Object.entries(detail).filter(
    ([name, value]) => oauthFields.includes(name) && (typeof value === 'string' || typeof value === 'number'),
  )
  return Object.fromEntries(known.map(([name, value]) => [name, String(value).slice(0, MAX_LENGTH)]))
}

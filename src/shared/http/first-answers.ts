/** The element of a page that has the answers to its first requests. */
export const firstAnswersId = 'first-answers'

/** By path with its query, as the browser would ask. */
export type FirstAnswers = Record<string, unknown>

/** The address of the session, which comes with every page. */
export const sessionAddress = '/api/auth/get-session'

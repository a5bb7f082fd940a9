/** The id of the page element that contains the responses to the page's first requests. */
export const firstAnswersId = 'first-answers'

/** By path with its query, as the browser requests it. */
export type FirstAnswers = Record<string, unknown>

/** The URL of the session. Every page includes its response. */
export const sessionAddress = '/api/auth/get-session'

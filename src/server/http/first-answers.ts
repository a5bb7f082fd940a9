import type { Context } from 'hono'
import type { Services } from '#server/services.ts'
import { type FirstAnswers, firstAnswersId, sessionAddress } from '#shared/http/first-answers.ts'
import { screenAt } from '#shared/http/screens.ts'
import { type Language, languageCookie, languageOf } from '#shared/i18n/language.ts'
import { requestLanguage } from './request-language.ts'
import type { AppEnv } from './route.ts'

const uuid = /[0-9a-f]{8}-[0-9a-f-]{27}/

/** Sends a request through the app itself. */
export type Ask = (path: string, init: RequestInit, env: unknown) => Response | Promise<Response>

/**
 * The responses to the requests of the first screen. Each comes from its own route, with the visitor's cookie. A failed
 * response is left out: the screen then sends the request itself and shows the error. Session cookies are passed on to
 * the visitor.
 */
export async function collectFirstAnswers(c: Context<AppEnv>, ask: Ask): Promise<FirstAnswers> {
  const headers = headersOf(c)
  const answers: FirstAnswers = {}
  const collect = async (path: string) => {
    const answer = await ask(path, { headers }, c.env)
    if (answer.status !== 200) return
    answers[path] = await answer.json()
    for (const cookie of answer.headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true })
  }
  await collect(sessionAddress)
  // The language of the page. This request may not name that language yet.
  const language = accountLanguage(answers) ?? requestLanguage(c)
  headers.set('Cookie', withLanguage(headers.get('Cookie') ?? '', language))
  const [id = ''] = uuid.exec(c.req.path) ?? []
  const requests = screenAt(c.req.path)?.requests?.(id) ?? []
  if (answers[sessionAddress]) await Promise.all(requests.map(collect))
  return answers
}

/** The language of the signed-in account; `null` if nobody is signed in or the account has not chosen a language. */
export function accountLanguage(answers: FirstAnswers): Language | null {
  const { user } = (answers[sessionAddress] ?? {}) as { user?: { locale?: string | null } }
  return user?.locale ? languageOf(user.locale) : null
}

const isLanguageCookie = (pair: string) => pair.replace(/^__Host-/, '').startsWith(`${languageCookie}=`)

function withLanguage(cookies: string, language: Language): string {
  const others = cookies.split('; ').filter((each) => each !== '' && !isLanguageCookie(each))
  return [...others, `${languageCookie}=${language}`].join('; ')
}

/** The headers that identify the visitor and the network. */
function headersOf(c: Context<AppEnv>): Headers {
  const headers = new Headers(c.req.raw.headers)
  for (const name of [...headers.keys()])
    if (/^(accept|if-|sec-|range|content-|connection|upgrade|cache-|pragma)/.test(name)) headers.delete(name)
  headers.set('Accept', 'application/json')
  return headers
}

/**
 * The responses of `now` as an element of the page. The element is not an executable script, which the page's policy would
 * forbid.
 */
export function toDataBlock(answers: FirstAnswers, now: Date | null = null): string {
  const json = JSON.stringify(answers).replaceAll('<', '\\u003c')
  const time = now ? ` data-now="${now.toISOString()}"` : ''
  return `<script type="application/json" id="${firstAnswersId}"${time}>${json}</script>`
}

/** For a visitor without a session cookie. The sign-in page also gets the operator's providers, which never change. */
export function signedOutAnswers(path: string, { auth }: Pick<Services, 'auth'>): FirstAnswers {
  const providers = path === '/login' ? { '/api/auth/providers': { items: auth.providers.list() } } : {}
  return { [sessionAddress]: null, ...providers }
}

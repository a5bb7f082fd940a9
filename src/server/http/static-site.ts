import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import type { Config } from '#server/kernel/config.ts'
import type { Services } from '#server/services.ts'
import type { FirstAnswers } from '#shared/http/first-answers.ts'
import { screenAt } from '#shared/http/screens.ts'
import { isLanguage, type Language } from '#shared/i18n/language.ts'
import { escapeHtml } from '#shared/kernel/text.ts'
import { tokenOfLink } from '#shared/shares/link-token.ts'
import { compressed, mayCompress } from './compression.ts'
import {
  type Ask,
  accountLanguage,
  collectFirstAnswers,
  signedOutAnswers,
  toDataBlock,
} from './first-answers.ts'
import { chosenLanguage, keepLanguage, requestLanguage } from './request-language.ts'
import type { AppEnv } from './route.ts'
import { pagePolicy } from './security-headers.ts'

const sharePath = /^\/share\/([^/]+)\/?$/

/**
 * The page of a share link. Only the shares feature knows whether the link is open, which language its owner chose, and
 * what the page requests first.
 */
export type SharePage = { status: PageStatus; language: Language | null; answers: FirstAnswers }
/** For a page that is not a share link. */
const anyPage = { isKept: true, language: null, answers: {} }
type FindSharePage = (c: Context<AppEnv>, token: string) => Promise<SharePage>
type PageStatus = 200 | 404 | 410 | 429

type Page = { html: Buffer; brotli(): Promise<Buffer>; policy: string; etag: string }

const compress = promisify(brotliCompress)

/** A built page with the operator's settings. */
function readHtml(path: string, site: string): string {
  return readFileSync(path, 'utf8').replace(
    '<meta name="lanyard-site">',
    () => `<meta name="lanyard-site" content="${escapeHtml(site)}">`,
  )
}

/** Allows the page's inlined styles and its script for old browsers by their hash. */
function toPage(html: string): Page {
  const hashesOf = (element: RegExp) =>
    [...html.matchAll(element)].map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    )
  const styles = hashesOf(/<style[^>]*>([\s\S]*?)<\/style>/g)
  const scripts = hashesOf(/<script>([\s\S]*?)<\/script>/g)
  const bytes = Buffer.from(html)
  // At the first request: compressing every page would be a fifth of the time that a start takes.
  let packed: Promise<Buffer> | undefined
  const brotli = () => {
    packed ??= compress(bytes)
    return packed
  }
  return {
    html: bytes,
    brotli,
    policy: pagePolicy(styles, scripts),
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
  }
}

type Shell = { html: string; signedIn: Page; signedOut: Page }

/** The translated file, `app.es.html` next to `app.html`; the English file if the build has no translation. */
function builtFile(webDir: string, name: string, language: Language): string {
  const own = join(webDir, name.replace('.', `.${language}.`))
  return language !== 'en' && existsSync(own) ? own : join(webDir, name)
}

/** The shell of the web app, with links to the files of the screen where the build lists them (`preloads.json`). */
function readShells(
  webDir: string,
  site: string,
  language: Language,
  services: Pick<Services, 'auth'>,
): (path: string) => Shell {
  const html = readHtml(builtFile(webDir, 'app.html', language), site)
  const list = builtFile(webDir, 'preloads.json', language)
  const preloads: Record<string, string[]> = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}
  const shellOf = (path: string, files: string[]): Shell => {
    const links = files
      .map((file) => `<link rel="modulepreload" crossorigin fetchpriority="low" href="${file}">`)
      .join('')
    const own = html.replace('</head>', () => `${links}</head>`)
    const block = toDataBlock(signedOutAnswers(path, services))
    return { html: own, signedIn: toPage(own), signedOut: toPage(withBlock(own, block)) }
  }
  const other = shellOf('', preloads[''] ?? [])
  const shells = new Map(Object.entries(preloads).map(([path, files]) => [path, shellOf(path, files)]))
  return (path) => shells.get(path) ?? other
}

function withBlock(html: string, block: string): string {
  return html.replace('</body>', () => `${block}</body>`)
}

/** With `isKept` a browser may cache the page and revalidates it. */
async function answerPage(
  c: Context<AppEnv>,
  page: Page,
  status: PageStatus,
  isKept = true,
): Promise<Response> {
  c.header('Content-Security-Policy', page.policy)
  c.header('Cache-Control', isKept ? 'no-cache' : 'no-store')
  c.header('Vary', 'Accept-Encoding, Accept-Language, Cookie')
  if (isKept) {
    c.header('ETag', page.etag)
    if (status === 200 && c.req.header('if-none-match') === page.etag) return c.body(null, 304)
  }
  const isPacked = /\bbr\b/.test(c.req.header('accept-encoding') ?? '')
  if (isPacked) c.header('Content-Encoding', 'br')
  return c.body(new Uint8Array(isPacked ? await page.brotli() : page.html), status, {
    'Content-Type': 'text/html; charset=utf-8',
  })
}

function hasSession(c: Context<AppEnv>): boolean {
  return /lanyard\.session/.test(c.req.header('cookie') ?? '')
}

/**
 * The page of an owner with the data of its first requests, valid only for this owner and this moment. It is in the
 * language of the account. That language is then stored in this browser for pages that do not know who is signed in.
 */
async function answerOwnPage(
  c: Context<AppEnv>,
  shellIn: (language: Language) => Shell,
  { status, answers }: Omit<SharePage, 'language'>,
  { ask, config, now }: { ask: Ask; config: Config; now: Date },
): Promise<Response> {
  const own = await collectFirstAnswers(c, ask)
  const known = requestLanguage(c)
  const language = accountLanguage(own) ?? known
  if (language !== known) keepLanguage(c, language, config)
  return answerWithData(c, shellIn(language), status, { ...own, ...answers }, now)
}

/** Sends a page with data for this visitor and this moment only. */
async function answerWithData(
  c: Context<AppEnv>,
  shell: Shell,
  status: PageStatus,
  answers: FirstAnswers,
  now: Date,
): Promise<Response> {
  const html = withBlock(shell.html, toDataBlock(answers, now))
  c.header('Content-Security-Policy', shell.signedIn.policy)
  c.header('Cache-Control', 'private, no-store')
  c.header('Vary', 'Accept-Encoding, Accept-Language, Cookie')
  c.header('Content-Encoding', 'br')
  return c.body(new Uint8Array(await compressed(Buffer.from(html))), status, {
    'Content-Type': 'text/html; charset=utf-8',
  })
}

/**
 * Serves the built web app. Without a session cookie, `/` is the prerendered landing page. With a cookie (valid or not,
 * which the web app finds out), `/` is the app shell, like every other page. The shell of a first screen includes its
 * data, if the response may be compressed.
 */
export function sitePages(services: Services, webDir: string, findSharePage: FindSharePage, ask: Ask) {
  const { config, clock } = services
  const site = JSON.stringify({
    emulator: config.emulator,
    confirmsEmail: config.SMTP_URL !== undefined,
    signUps: config.signUps,
    hasMailIn: config.MAIL_IN_ADDRESS !== undefined,
    hasApplePass: config.applePass !== null,
    hasGooglePass: config.googleWallet !== null,
    ceuUrl: config.CEU_URL,
    aboutUrl: config.ABOUT_URL,
    contactUrl: config.CONTACT_URL,
    poweredBy: config.POWERED_BY,
    poweredByUrl: config.POWERED_BY_URL,
    facebookUrl: config.FACEBOOK_URL,
    youtubeUrl: config.YOUTUBE_URL,
    instagramUrl: config.INSTAGRAM_URL,
    tiktokUrl: config.TIKTOK_URL,
  })
  const pagesIn = (language: Language) => ({
    landing: toPage(readHtml(builtFile(webDir, 'index.html', language), site)),
    shells: readShells(webDir, site, language, services),
  })
  const built = { en: pagesIn('en'), es: pagesIn('es') }
  const answerShell = (
    c: Context<AppEnv>,
    status: PageStatus,
    { isKept, language: wish, answers }: Omit<SharePage, 'status'> & { isKept: boolean } = anyPage,
  ) => {
    const screen = screenAt(c.req.path)
    const path = screen?.path ?? ''
    const shellIn = (language: Language) => built[language].shells(path)
    const shell = shellIn(chosenLanguage(c) ?? wish ?? requestLanguage(c))
    const mayHaveData = status === 200 && mayCompress((name) => c.req.header(name))
    if (hasSession(c))
      return screen?.file && mayHaveData
        ? answerOwnPage(c, shellIn, { status, answers }, { ask, config, now: clock.now() })
        : answerPage(c, shell.signedIn, status, isKept)
    return mayHaveData && Object.keys(answers).length > 0
      ? answerWithData(c, shell, status, { ...signedOutAnswers(path, services), ...answers }, clock.now())
      : answerPage(c, shell.signedOut, status, isKept)
  }
  const router = new Hono<AppEnv>()

  router.get('/', (c) =>
    hasSession(c) ? answerShell(c, 200) : answerPage(c, built[requestLanguage(c)].landing, 200),
  )
  // For language links. Without its scripts a page goes home.
  router.get('/language/:language', (c) => {
    const language = c.req.param('language')
    if (isLanguage(language)) keepLanguage(c, language, config)
    return c.redirect('/', 303)
  })
  router.get('/index.html', (c) => c.redirect('/', 301))
  router.get('/app.html', (c) => c.redirect('/', 301))
  // The page that the service worker stores to start from. It is the same for everyone.
  router.get('/app-shell.html', (c) => answerPage(c, built.en.shells('').signedIn, 200))
  router.get('/app-shell.es.html', (c) => answerPage(c, built.es.shells('').signedIn, 200))
  router.use(
    '/assets/*',
    serveStatic({
      root: webDir,
      precompressed: true,
      onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=31536000, immutable'),
    }),
  )
  router.use(
    '/api-docs/*',
    serveStatic({
      root: webDir,
      precompressed: true,
      onFound: (_path, c) => c.header('Cache-Control', 'public, max-age=86400'),
    }),
  )
  router.use(
    '/*',
    serveStatic({
      root: webDir,
      onFound: (path, c) =>
        c.header('Cache-Control', path.endsWith('service-worker.js') ? 'no-cache' : 'public, max-age=3600'),
    }),
  )
  router.get('/share/*', async (c) => {
    const token = sharePath.exec(c.req.path)?.[1]
    if (token === undefined) return answerShell(c, 404, { ...anyPage, isKept: false })
    const { status, ...page } = await findSharePage(c, tokenOfLink(token))
    return answerShell(c, status, { ...page, isKept: false })
  })
  router.get('/*', (c) => answerShell(c, screenAt(c.req.path) ? 200 : 404))
  return router
}

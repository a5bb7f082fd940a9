// `npm run screenshot`: starts a temporary server on an empty data folder, fills a vault through the API, and saves the
// picture of the dashboard in the README.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { at, main } from './run.mjs'
import { ensureBuilt, ensureChromium, onProjectNode } from './setup.mjs'

const picture = at('docs', 'images', 'dashboard.png')
const viewport = { width: 1280, height: 1200 }

/** The dates in the picture are relative to today. */
function inDays(days) {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

const credentials = [
  {
    kind: 'license',
    type: 'RN',
    state: 'TX',
    number: '884213',
    multistate: true,
    renewalCycle: 2,
    days: 129,
  },
  { kind: 'license', type: 'RN', state: 'CA', number: '95112047', renewalCycle: 2, days: 281 },
  {
    kind: 'certification',
    name: 'Basic Life Support',
    code: 'BLS',
    issuer: 'American Heart Association',
    days: 41,
  },
  {
    kind: 'certification',
    name: 'Advanced Cardiac Life Support',
    code: 'ACLS',
    issuer: 'American Heart Association',
    days: 216,
  },
  { kind: 'certification', name: 'CCRN', code: 'CCRN', issuer: 'AACN Certification Corporation', days: 402 },
]

const courses = [
  { title: 'Human trafficking for Texas nurses', hours: 2, topicTags: ['Human trafficking'], days: -210 },
  { title: 'Nursing jurisprudence and ethics', hours: 2, topicTags: ['Ethics', 'Jurisprudence'], days: -154 },
  { title: 'Sepsis: the first hour', hours: 4.5, topicTags: ['Critical care'], days: -80 },
  { title: 'Wound care update', hours: 3, topicTags: ['Wound care'], days: -26 },
]

async function fillVault(post) {
  const held = []
  for (const { days, ...credential } of credentials)
    held.push(
      await post('/api/credentials', {
        ...credential,
        issuedAt: inDays(days - 730),
        expiresAt: inDays(days),
      }),
    )
  const texas = await post('/api/ceu-cycles', {
    state: 'TX',
    licenseId: held[0].id,
    ruleId: 'TX-RN',
    cycleStart: inDays(129 - 729),
    cycleEnd: inDays(129),
    requiredHours: 20,
    topics: [
      { topic: 'Human trafficking', hours: null, tags: [] },
      { topic: 'Nursing jurisprudence and ethics', hours: 2, tags: ['Ethics', 'Jurisprudence'] },
      { topic: 'Older adult care', hours: 2, tags: [] },
    ],
  })
  const california = await post('/api/ceu-cycles', {
    state: 'CA',
    licenseId: held[1].id,
    cycleStart: inDays(281 - 729),
    cycleEnd: inDays(281),
    requiredHours: 30,
  })
  for (const { days, ...course } of courses)
    await post('/api/ceu-entries', {
      ...course,
      provider: 'American Nurses Association',
      completedAt: inDays(days),
      cycleId: texas.id,
      counts: [{ cycleId: california.id }],
    })
  await post('/api/share', { resourceType: 'license', resourceId: held[0].id, recipient: 'Mercy Hospital' })
}

/** Resolves to the first truthy result, polled twice a second. */
async function waitFor(what, seconds, ask) {
  for (let tries = 0; tries < seconds * 2; tries += 1) {
    const answer = await ask()
    if (answer) return answer
    await delay(500)
  }
  throw new Error(`There was no ${what} within ${seconds} seconds.`)
}

/** The code in the verification mail. The server sends its mail every five seconds. */
async function mailedCode({ received }) {
  const { plainText } = await import('#testing/mail-server.ts')
  const codeIn = (mail) => /mode=verifyEmail&oobCode=([\w-]+)/.exec(plainText(mail))?.[1]
  return await waitFor('mail with a confirmation link', 60, () => received.map(codeIn).find(Boolean))
}

async function photograph(url, mailServer) {
  const { chromium } = await import('@playwright/test')
  const { confirmAccount, send, signUp } = await import('../e2e/account.ts')
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage({ baseURL: url, viewport, locale: 'en-US' })
    const post = (path, data) => send(page, path, data)
    await signUp(page, 'ann@nurses.example')
    await confirmAccount(page, await mailedCode(mailServer))
    await fillVault(post)
    await waitFor('planned reminder', 120, async () => {
      const answer = await page.request.get(`${url}/api/reminders/summary`)
      return (await answer.json()).next
    })
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.locator('h1').first().waitFor()
    return await page.screenshot()
  } finally {
    await browser.close()
  }
}

/** Calls `work` with a server that has a secret and a mail server, so that no page shows a warning about them. */
async function withServer(work) {
  const { startServer, temporaryFolder } = await import('../e2e/server.ts')
  const { startMailServer } = await import('#testing/mail-server.ts')
  const folder = temporaryFolder()
  const mailServer = await startMailServer()
  const settings = { AUTH_SECRET: 'a secret for the screenshot only', SMTP_URL: mailServer.url }
  let server
  try {
    server = await startServer(folder.path, settings)
    return await work(server.url, mailServer)
  } finally {
    await server?.stop()
    await mailServer.close()
    folder.remove()
  }
}

await main(async () => {
  await onProjectNode('scripts/screenshot.mjs', { everything: true })
  await ensureBuilt()
  process.env.CHROMIUM = await ensureChromium()
  const bytes = await withServer(photograph)
  mkdirSync(dirname(picture), { recursive: true })
  writeFileSync(picture, bytes)
  console.log(`Saved ${picture} (${Math.round(bytes.length / 1000)} kB).`)
})

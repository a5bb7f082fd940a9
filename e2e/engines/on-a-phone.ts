import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import PdfWriter from 'pdfkit'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { addDays, todayIn } from '#shared/kernel/dates.ts'
import { type RunningServer, startServer, temporaryFolder } from '../server.ts'
import type { Engine } from './engine.ts'
import { jobsOf } from './jobs.ts'

const picturePath = (name: string) =>
  join(import.meta.dirname, `../../.cache/engines-${name}-${Date.now()}.png`)

/** Reading a photo takes WebKit half a minute, and other jobs are tried often enough: only with `EVERYTHING=1`. */
const isShort = !process.env.EVERYTHING

const card = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="630" font-family="sans-serif">
  <rect width="1000" height="630" fill="#fbfaf6"/>
  <text x="60" y="110" font-size="44">American Heart Association</text>
  <text x="60" y="200" font-size="52" font-weight="700">Basic Life Support Provider</text>
  <text x="60" y="300" font-size="36">Ann Reyes</text>
  <text x="60" y="400" font-size="32">Issue Date 06/12/2026</text>
  <text x="60" y="460" font-size="32">Expiration Date 06/30/2028</text></svg>`

const certificate = [
  'Certificate of Completion',
  'Participant: Ann Reyes',
  'Course Title: Ethics at the Bedside',
  'Completion Date: 03/14/2026',
  'Contact Hours: 2.5',
  'Provider: Lakeside Nursing Education',
]

/** The jobs of a nurse on a phone as tests, in the browser of this name. */
export function testOnAPhone(
  name: string,
  program: string,
  openEngine: (program: string) => Promise<Engine>,
): void {
  describe(`on a phone, in ${name}, a nurse can`, () => {
    const isThere = existsSync(program)
    if (!isThere)
      console.log(`${name} is not installed, so the jobs are not tried in it: ${program} is missing.`)
    const folder = temporaryFolder()
    const data = temporaryFolder()
    let server: RunningServer
    let engine: Engine
    let jobs: ReturnType<typeof jobsOf>

    beforeAll(async () => {
      if (!isThere) return
      const documents = { photo: join(folder.path, 'card.jpg'), pdf: join(folder.path, 'scan 12.pdf') }
      writeFileSync(documents.photo, await sharp(Buffer.from(card)).jpeg().toBuffer())
      writeFileSync(documents.pdf, await certificatePdf())
      // The landing page of an emulator moves when its banner appears, which could be between looking and pressing.
      const env = { AUTH_SECRET: 'of an installation that is no emulator' }
      server = await startServer(data.path, env)
      const PORT = new URL(server.url).port
      const restart = async () => {
        server = await startServer(data.path, { ...env, PORT })
      }
      engine = await openEngine(program)
      const expires = addDays(todayIn(new Date(), 'America/Chicago'), 130)
      jobs = jobsOf({
        ...{ engine, url: server.url, documents, expires, email: 'ann@nurses.example' },
        server: { stop: () => server.kill(), restart },
      })
    })
    afterAll(async () => {
      await engine?.close()
      await server?.kill()
      folder.remove()
      data.remove()
    })

    /** What the window showed when a job failed. */
    async function lookAt(error: unknown): Promise<never> {
      const look = engine.picture().then((picture) => writeFileSync(picturePath(name), picture))
      // WebKit never answers while a menu is open.
      await Promise.race([look, wait(10_000)])
      console.log(await engine.run(() => `${location.href}\n${document.body.innerText.slice(0, 1500)}`))
      throw error
    }

    const can = (job: keyof typeof jobs, isLong = false) =>
      test.skipIf(!isThere || (isLong && isShort))(job, { timeout: 300_000 }, () => jobs[job]().catch(lookAt))

    can('register')
    can('add a license with its expiration date')
    can('add a certification from a photo', true)
    can('log a course with its certificate')
    can('share a license with its number hidden')
    can('start without a connection', true)
    can('sign out, which leaves nothing behind')
    can('open the link as its recipient')
  })
}

function certificatePdf(): Promise<Buffer> {
  const pdf = new PdfWriter({ size: 'letter' })
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  for (const line of certificate) pdf.fontSize(18).text(line)
  pdf.end()
  return new Promise((resolve) => pdf.on('end', () => resolve(Buffer.concat(parts))))
}

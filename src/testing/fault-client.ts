import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { aPdf, formOf } from './documents.ts'
import { absent, NoResponse, openLedger, Refused } from './fault-ledger.ts'
import { zoneAtNoon } from './reminder-rows.ts'
import type { SeededRandom } from './seeded-random.ts'

const password = 'violet tractor moon 41'
const VIEWS = 3
/** A request without a response is repeated for this long. Then its outcome is unknown. */
const PATIENCE_MS = 20_000

/** A failure that the server must not have, no matter which dependency is broken. */
class Unexpected extends Error {
  override name = 'Unexpected'
}

type Thing = { id: string; mark: string }
export type TrackedLink = Thing & {
  token: string
  /** Openings with a response, and those without. */
  opened: number
  perhaps: number
  isRevoked: boolean
}

type Given = { body?: object | FormData; key?: string; cookie?: string }

/** The kinds of changes that a client makes. */
export type ChangeKind = 'writes' | 'uploads' | 'shares'

/** The server's base URL, the tally of responses by status, and the code mailed to an address. */
export type FaultTarget = {
  base(): string
  tally: Map<string, number>
  codeFor(email: string): Promise<string>
}

/** One registered nurse who makes random changes in sequence, and records the acknowledged ones. */
export async function openFaultClient(name: string, way: FaultTarget, random: SeededRandom) {
  const email = `${name}@nurses.example`
  const ledger = openLedger()
  const credentials: Thing[] = []
  const entries: Thing[] = []
  const files: Thing[] = []
  const links: TrackedLink[] = []
  let made = 0
  let cookie = ''
  let isCalm = false
  let asking = 0
  let sort: ChangeKind | undefined

  async function ask(method: string, path: string, { body, key, ...given }: Given = {}): Promise<Response> {
    const isForm = body instanceof FormData
    const headers = {
      cookie: given.cookie ?? cookie,
      ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}),
      ...(key ? { 'Idempotency-Key': key } : {}),
    }
    const sent = body && { body: isForm ? body : JSON.stringify(body) }
    asking += 1
    try {
      const answer = await fetch(`${way.base()}${path}`, {
        ...{ method, headers, ...sent },
        signal: AbortSignal.timeout(60_000),
      })
      countOutcome(String(answer.status))
      // The headers of a response may arrive without its body.
      const bytes = await answer.arrayBuffer()
      if (answer.status === 503) throw new NoResponse(`${method} ${path}: 503 ${Buffer.from(bytes)}`)
      if (answer.status === 500) throw new Unexpected(`${method} ${path}: 500 ${Buffer.from(bytes)}`)
      return new Response(answer.status === 204 || answer.status === 304 ? null : bytes, answer)
    } catch (error) {
      if (error instanceof NoResponse || error instanceof Unexpected) throw error
      countOutcome(error instanceof TypeError ? 'no answer' : (error as Error).name)
      throw new NoResponse(`${method} ${path}`, { cause: error })
    } finally {
      asking -= 1
    }
  }

  const countOutcome = (what: string) => void way.tally.set(what, (way.tally.get(what) ?? 0) + 1)

  /** Sends a request and repeats it after a failure. Its idempotency key makes sure that it takes effect once. */
  async function insist<T>(method: string, path: string, given: Given = {}): Promise<T> {
    const isPatient = random.next() < 0.7
    const until = Date.now() + PATIENCE_MS
    for (let isOpen = false; ; ) {
      try {
        const answer = await ask(method, path, given)
        if (isOpen && method === 'DELETE' && answer.status === 404) return undefined as T
        if (await isSignedInAgain(answer)) continue
        if (!answer.ok) throw await refusal(method, path, answer)
        return (answer.status === 204 ? undefined : await answer.json()) as T
      } catch (error) {
        if (!(error instanceof NoResponse || error instanceof Refused)) throw error
        isOpen ||= error instanceof NoResponse
        if (isPatient && Date.now() < until) await wait(100 + random.next() * 300)
        // An attempt before the refusal may have taken effect.
        else throw isOpen ? new NoResponse(error.message, { cause: error }) : error
      }
    }
  }

  /**
   * A link that shows more needs a recent sign-in, and the clock is put forward meanwhile. A response that was lost may
   * have had the new cookie.
   */
  async function isSignedInAgain({ status }: Response): Promise<boolean> {
    if (status !== 401) return false
    const answer = await ask('POST', '/api/auth/sign-in/email', { body: { email, password } })
    if (!answer.ok) throw await refusal('POST', '/api/auth/sign-in/email', answer)
    cookie = cookieOf(answer)
    return true
  }

  async function refusal(method: string, path: string, answer: Response): Promise<Error> {
    const message = `${method} ${path}: ${answer.status} ${await answer.text()}`
    return answer.status === 429 || answer.status === 507 ? new Refused(message) : new Error(message)
  }

  function newMark(noun: string) {
    made += 1
    return `${noun} ${name} ${made}`
  }

  async function addLicense(): Promise<void> {
    const mark = newMark('license')
    const body = { kind: 'license', type: 'RN', state: 'TX', title: mark, notes: 'as made' }
    const { id } = await ledger.change('credential', mark, 'as made', () =>
      insist<Thing>('POST', '/api/credentials', { body, key: mark }),
    )
    credentials.push({ id, mark })
  }

  async function editLicense(): Promise<void> {
    const license = credentials[random.between(0, credentials.length - 1)]
    if (!license) return addLicense()
    const path = `/api/credentials/${license.id}`
    if (random.next() < 0.3) {
      credentials.splice(credentials.indexOf(license), 1)
      return ledger.change('credential', license.mark, absent, () => insist('DELETE', path))
    }
    made += 1
    const notes = `edit ${made}`
    await ledger.change('credential', license.mark, notes, () => insist('PATCH', path, { body: { notes } }))
  }

  const texas = { state: 'TX', cycleStart: '2025-04-01', cycleEnd: '2027-03-31', requiredHours: 20 }
  let cycle: Thing | undefined

  async function addCycle(): Promise<Thing> {
    const mark = newMark('cycle')
    const body = { ...texas, notes: mark }
    const { id } = await ledger.change('cycle', mark, 'there', () =>
      insist<Thing>('POST', '/api/ceu-cycles', { body, key: mark }),
    )
    return { id, mark }
  }

  async function addEntry(): Promise<void> {
    cycle ??= await addCycle()
    const mark = newMark('course')
    const hours = random.between(1, 40) / 4
    const course = { title: mark, provider: 'Gulf Coast', completedAt: '2026-02-14', hours }
    const { id } = await ledger.change('entry', mark, String(hours), () =>
      insist<Thing>('POST', '/api/ceu-entries', { body: { ...course, cycleId: cycle?.id }, key: mark }),
    )
    entries.push({ id, mark })
  }

  async function editEntry(): Promise<void> {
    const entry = entries[random.between(0, entries.length - 1)]
    if (!entry) return addEntry()
    const path = `/api/ceu-entries/${entry.id}`
    if (random.next() < 0.3) {
      entries.splice(entries.indexOf(entry), 1)
      return ledger.change('entry', entry.mark, absent, () => insist('DELETE', path))
    }
    const hours = random.between(1, 2000) / 100
    await ledger.change('entry', entry.mark, String(hours), () => insist('PATCH', path, { body: { hours } }))
  }

  async function upload(): Promise<void> {
    const mark = newMark('paper')
    const bytes = Buffer.concat([aPdf(random.between(600, 200_000)), Buffer.from(`\n%${mark}\n%%EOF\n`)])
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const { id } = await ledger.change('file', mark, sha256, () =>
      insist<Thing>('POST', '/api/upload', { body: formOf(bytes, `${mark}.pdf`), key: mark }),
    )
    files.push({ id, mark })
  }

  async function removeFile(): Promise<void> {
    const [file] = files.splice(random.between(0, files.length - 1), 1)
    if (!file) return upload()
    const forever = random.pick(['?forever=true', ''])
    await ledger.change('file', file.mark, absent, () => insist('DELETE', `/api/upload/${file.id}${forever}`))
  }

  const due = newMark('due')
  let shared = ''

  async function share(): Promise<void> {
    const mark = newMark('friend')
    const resource = { resourceType: 'certification', resourceId: shared }
    const body = { ...resource, recipient: mark, viewLimit: VIEWS }
    const { id, token } = await ledger.change('share', mark, 'live', () =>
      insist<{ id: string; token: string }>('POST', '/api/share', { body, key: mark }),
    )
    links.push({ id, mark, token, opened: 0, perhaps: 0, isRevoked: false })
  }

  /** Opens the link as someone else, without the cookie, so that each opening counts. */
  async function openShare(): Promise<void> {
    const link = links.at(-1)
    if (!link) return share()
    if (link.isRevoked || link.opened + link.perhaps >= VIEWS + 1) return share()
    link.perhaps += 1
    const answer = await ask('GET', `/api/share/${link.token}`, { cookie: '' })
    link.perhaps -= 1
    if (answer.ok) link.opened += 1
    else if (answer.status !== 410 || link.opened + link.perhaps < VIEWS)
      throw await refusal('GET', '/api/share/{token}', answer)
    else await share()
  }

  async function revoke(): Promise<void> {
    const link = links.at(-1)
    if (!link || link.isRevoked) return share()
    // With or without a response, the client stops opening the link, so its view count no longer changes.
    link.isRevoked = true
    await ledger.change('share', link.mark, 'revoked', () => insist('DELETE', `/api/share/${link.id}`))
  }

  const acts = {
    writes: [addLicense, editLicense, editLicense, addEntry, editEntry, editEntry],
    uploads: [upload, upload, removeFile],
    shares: [share, openShare, openShare, openShare, revoke],
  }
  const actsNow = () => (sort ? acts[sort] : Object.values(acts).flat())

  const answer = await ask('POST', '/api/auth/sign-up/email', { body: { email, password, name } })
  if (!answer.ok) throw await refusal('POST', '/api/auth/sign-up/email', answer)
  const verify = { body: { token: await way.codeFor(email), password, name } }
  const confirmed = await ask('POST', '/api/auth/verify-email', verify)
  if (!confirmed.ok) throw await refusal('POST', '/api/auth/verify-email', confirmed)
  cookie = cookieOf(confirmed)

  /**
   * Sets a time zone in which it is about noon, and adds a certification that expires so soon that a mail is due
   * immediately.
   */
  async function settleIn(): Promise<void> {
    const settings = { locale: 'en-US', timeZone: zoneAtNoon() }
    await insist('PUT', '/api/users/me', { body: { firstName: name, lastName: 'Fault', settings } })
    const expiresAt = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
    const certification = { kind: 'certification', name: due, issuer: 'A board', notes: 'due', expiresAt }
    const { id } = await ledger.change('credential', due, 'due', () =>
      insist<Thing>('POST', '/api/credentials', { body: certification, key: due }),
    )
    shared = id
  }

  /** Returns the status of an audit packet, which is built in the temporary folder. */
  async function readPacket(): Promise<number> {
    cycle ??= await addCycle()
    const answer = await fetch(`${way.base()}/api/ceu-cycles/${cycle.id}/packet`, { headers: { cookie } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (answer.ok && !bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error('This is no packet')
    return answer.status
  }

  /** Asks for a mailed sign-in link. */
  async function askForLink(): Promise<void> {
    await insist('POST', '/api/auth/request-sign-in-link', { body: { email }, cookie: '' })
  }

  return {
    ...{ readPacket, askForLink },
    /** From now on makes only this kind of change; without an argument, all kinds. */
    keepTo(next?: ChangeKind) {
      sort = next
    },
    isAsking: () => asking > 0,
    ...{ name, email, ledger, links, ask },
    due,
    hasSettledIn: () => shared !== '',
    /** Works until `rest` is called, then finishes the current change. Rejects on a response that must not occur. */
    async work(): Promise<void> {
      isCalm = false
      while (!isCalm) {
        const act = shared === '' ? settleIn : random.pick(actsNow())
        await act().catch((error) => {
          if (!(error instanceof NoResponse || error instanceof Refused)) throw error
        })
        await wait(random.next() * 30)
      }
    },
    rest() {
      isCalm = true
    },
  }
}

export type FaultClient = Awaited<ReturnType<typeof openFaultClient>>

function cookieOf({ headers }: Response): string {
  return headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { aPdf, formOf } from './documents.ts'
import { nothing, openLedger, Refused, Unanswered } from './fault-ledger.ts'
import { zoneAtNoon } from './reminder-rows.ts'
import type { SeededRandom } from './seeded-random.ts'

const password = 'violet tractor moon 41'
const VIEWS = 3
/** A nurse repeats what was not answered, and leaves it after so long: nobody has told her what became of it. */
const PATIENCE_MS = 20_000

/** Whatever is broken beneath it, the program knows it by name. */
class Unexpected extends Error {
  override name = 'Unexpected'
}

type Thing = { id: string; mark: string }
export type Link = Thing & {
  token: string
  /** Openings that were answered, and those that were not. */
  opened: number
  perhaps: number
  isRevoked: boolean
}

type Given = { body?: object | FormData; key?: string; cookie?: string }

/** What she can be asked to keep to. */
export type Sort = 'writes' | 'uploads' | 'shares'

/** Where a nurse's browser gets to, the tally of what it was answered, and the code that an address is mailed. */
export type Way = { base(): string; tally: Map<string, number>; codeFor(email: string): Promise<string> }

/** One nurse, signed up, who does one thing after the other at random, and writes down what she was told. */
export async function openFaultClient(name: string, way: Way, random: SeededRandom) {
  const email = `${name}@nurses.example`
  const ledger = openLedger()
  const credentials: Thing[] = []
  const entries: Thing[] = []
  const files: Thing[] = []
  const links: Link[] = []
  let made = 0
  let cookie = ''
  let isCalm = false
  let asking = 0
  let sort: Sort | undefined

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
      tell(String(answer.status))
      // The head of an answer may come and its body not.
      const whole = await answer.arrayBuffer()
      if (answer.status === 503) throw new Unanswered(`${method} ${path}: 503 ${Buffer.from(whole)}`)
      if (answer.status === 500) throw new Unexpected(`${method} ${path}: 500 ${Buffer.from(whole)}`)
      return new Response(answer.status === 204 || answer.status === 304 ? null : whole, answer)
    } catch (error) {
      if (error instanceof Unanswered || error instanceof Unexpected) throw error
      tell(error instanceof TypeError ? 'no answer' : (error as Error).name)
      throw new Unanswered(`${method} ${path}`, { cause: error })
    } finally {
      asking -= 1
    }
  }

  const tell = (what: string) => void way.tally.set(what, (way.tally.get(what) ?? 0) + 1)

  /** Asks, and where nothing came of it asks the same again: with its key it is done once. */
  async function insist<T>(method: string, path: string, given: Given = {}): Promise<T> {
    const isPatient = random.next() < 0.7
    const until = Date.now() + PATIENCE_MS
    for (let isOpen = false; ; ) {
      try {
        const answer = await ask(method, path, given)
        if (isOpen && method === 'DELETE' && answer.status === 404) return undefined as T
        if (!answer.ok) throw await refusal(method, path, answer)
        return (answer.status === 204 ? undefined : await answer.json()) as T
      } catch (error) {
        if (!(error instanceof Unanswered || error instanceof Refused)) throw error
        isOpen ||= error instanceof Unanswered
        if (isPatient && Date.now() < until) await wait(100 + random.next() * 300)
        // What was refused at last may have been kept before.
        else throw isOpen ? new Unanswered(error.message, { cause: error }) : error
      }
    }
  }

  async function refusal(method: string, path: string, answer: Response): Promise<Error> {
    const told = `${method} ${path}: ${answer.status} ${await answer.text()}`
    return answer.status === 429 || answer.status === 507 ? new Refused(told) : new Error(told)
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
      return ledger.change('credential', license.mark, nothing, () => insist('DELETE', path))
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
      return ledger.change('entry', entry.mark, nothing, () => insist('DELETE', path))
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
    await ledger.change('file', file.mark, nothing, () =>
      insist('DELETE', `/api/upload/${file.id}${forever}`),
    )
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

  /** As somebody else: no cookie, so that each opening counts. */
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
    // Whether the answer comes or not, nobody opens it any more: how often it was is settled.
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
  cookie = confirmed.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

  /** Where it is about noon, and with something that lapses so soon that a mail about it is due at once. */
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

  /** The status of her audit packet, which is put together in the temporary folder. */
  async function readPacket(): Promise<number> {
    cycle ??= await addCycle()
    const answer = await fetch(`${way.base()}/api/ceu-cycles/${cycle.id}/packet`, { headers: { cookie } })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (answer.ok && !bytes.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error('This is no packet')
    return answer.status
  }

  /** Asks for a link to sign in with, which is mailed to her. */
  async function askForLink(): Promise<void> {
    await insist('POST', '/api/auth/request-sign-in-link', { body: { email }, cookie: '' })
  }

  return {
    ...{ readPacket, askForLink },
    /** From now on only this sort of thing, or again all. */
    keepTo(next?: Sort) {
      sort = next
    },
    isAsking: () => asking > 0,
    ...{ name, email, ledger, links, ask },
    due,
    hasSettledIn: () => shared !== '',
    /** Goes on until it is called off; then what is under way is brought to its end. Rejects when told what cannot be. */
    async work(): Promise<void> {
      isCalm = false
      while (!isCalm) {
        const act = shared === '' ? settleIn : random.pick(actsNow())
        await act().catch((error) => {
          if (!(error instanceof Unanswered || error instanceof Refused)) throw error
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

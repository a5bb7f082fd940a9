import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Contact, type Kept, keptAfter } from './device-end.ts'
import { nextToSend, type OutboxItem, settle } from './outbox.ts'

const DAY = 86_400_000
const start = Date.parse('2026-11-23T18:00:00Z')
const idleDays = 14

type Session = { userId: string; kind: 'remembered' | 'brief' | 'shared'; usedAt: number }
type Device = { ownerId: string; contactAt: number; kept: Kept; items: OutboxItem[] }

const itemOf = (key: string): OutboxItem => ({
  ...{ key, method: 'POST', path: '/api/credentials', body: { title: key }, file: null, title: key },
  ...{ seen: null, queuedAt: new Date(start).toISOString(), state: { kind: 'waiting' } },
})

/** A phone, the server, and the actions of their users. */
function world() {
  let now = start
  /** The session in the phone's cookie; `ended` once someone ended it. */
  let session: Session | 'ended' | null = null
  let device: Device | null = null
  const saved: { key: string; by: string }[] = []
  /** The promise to the owner: a change is sent, unless there was a reason to delete it first. */
  const queued = new Map<string, string>()
  let count = 0
  const stored = () => (session === 'ended' ? null : session)
  const living = () => {
    const one = stored()
    return one && now - one.usedAt < idleDays * DAY ? one : null
  }

  function contactOf(): Contact {
    const open = living()
    if (open) return { kind: 'signed-in', userId: open.userId, session: open.kind }
    return { kind: 'signed-out', endedBy: stored()?.kind === 'remembered' ? 'time' : 'somebody' }
  }
  function forget() {
    device = null
  }
  function meet(contact: Contact) {
    if (!device) return
    const known = { ...device, contactAt: new Date(device.contactAt), hasWaiting: device.items.length > 0 }
    const kept = keptAfter(known, contact, new Date(now))
    if (kept === 'nothing') forget()
    else device = { ...device, kept }
  }
  const steps = {
    'a day': () => {
      now += DAY
    },
    'ten days': () => {
      now += 10 * DAY
    },
    change: () => {
      if (device?.kept !== 'everything') return
      count += 1
      const key = `key-${String(count).padStart(3, '0')}`
      device.items = [...device.items, itemOf(key)]
      queued.set(key, device.ownerId)
    },
    start: () => {
      // Without a connection too: it is deleted by the device's own clock.
      if (device && now - device.contactAt >= 30 * DAY) forget()
    },
    /** The answer is sometimes lost: the reason for the missing session is then unknown until the next time. */
    'contact without an answer': () => {
      if (contactOf().kind === 'signed-out') meet({ kind: 'signed-out', endedBy: 'unknown' })
    },
    contact: () => {
      const contact = contactOf()
      meet(contact)
      const open = living()
      if (contact.kind !== 'signed-in' || !open) return
      open.usedAt = now
      if (!device && contact.session === 'remembered')
        device = { ownerId: contact.userId, contactAt: now, kept: 'everything', items: [] }
      if (!device) return
      for (let item = nextToSend(device.items); item; item = nextToSend(device.items)) {
        saved.push({ key: item.key, by: contact.userId })
        device.items = settle(device.items, item.key, { kind: 'saved', record: { id: `id-${item.key}` } })
      }
      if (device.kept === 'everything') device.contactAt = now
      else if (device.items.length === 0) forget()
    },
    'sign out': () => {
      if (!living()) return
      session = null
      forget()
    },
    'end this session elsewhere': () => {
      if (session !== null) session = 'ended'
    },
    'ann signs in': () => signIn('ann', 'remembered'),
    'ann signs in for short': () => signIn('ann', 'brief'),
    'ann signs in on a shared computer': () => signIn('ann', 'shared'),
    'bob signs in': () => signIn('bob', 'remembered'),
  }
  function signIn(userId: string, kind: Session['kind']) {
    steps.contact()
    session = { userId, kind, usedAt: now }
    steps.contact()
  }
  return {
    steps,
    saved,
    queued,
    now: () => now,
    device: () => device,
    session: () => session,
  }
}

type Step = keyof ReturnType<typeof world>['steps']
const stepNames = Object.keys(world().steps) as Step[]

test('in any sequence: data is deleted when required, sent once and only by its owner, and never lost to time alone', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...stepNames), { maxLength: 60 }), (names) => {
      const { steps, saved, queued, now, device, session } = world()
      steps['ann signs in']()
      for (const name of names) {
        const before = device()
        const waiting = before?.items.map(({ key }) => key) ?? []
        const wasEnded = session() === 'ended'
        const isLate = before !== null && now() - before.contactAt >= 30 * DAY
        steps[name]()
        const after = device()
        if (name === 'sign out' && session() === null) expect(after).toBeNull()
        if (name === 'contact' && wasEnded) expect(after).toBeNull()
        if (name === 'start' && isLate) expect(after).toBeNull()
        if (name === 'ann signs in on a shared computer') expect(after).toBeNull()
        if (name === 'bob signs in') expect(after?.ownerId).not.toBe('ann')
        // Time alone has ended the session: its owner signs in again, and all that waited is saved.
        const isOwners =
          before?.ownerId === 'ann' && (name === 'ann signs in' || name === 'ann signs in for short')
        if (isOwners && !wasEnded && !isLate)
          for (const key of waiting) expect(saved).toContainEqual({ key, by: 'ann' })
      }
      expect(new Set(saved.map(({ key }) => key)).size).toBe(saved.length)
      for (const { key, by } of saved) expect(queued.get(key)).toBe(by)
    }),
    { numRuns: 3000 },
  )
})

const device = { ownerId: 'ann', contactAt: new Date(start), hasWaiting: true }
const after = (days: number) => new Date(start + days * DAY)
const timedOut: Contact = { kind: 'signed-out', endedBy: 'time' }

test.each<[string, Contact, number, Kept, Kept]>([
  ['time ended the session', timedOut, 20, 'waiting', 'nothing'],
  ['nobody knows yet why it ended', { kind: 'signed-out', endedBy: 'unknown' }, 20, 'waiting', 'nothing'],
  ['somebody ended it', { kind: 'signed-out', endedBy: 'somebody' }, 1, 'nothing', 'nothing'],
  ['30 days passed', timedOut, 30, 'nothing', 'nothing'],
  [
    '30 days passed, and the owner is back',
    { kind: 'signed-in', userId: 'ann', session: 'remembered' },
    30,
    'nothing',
    'nothing',
  ],
  [
    'the owner is back',
    { kind: 'signed-in', userId: 'ann', session: 'remembered' },
    20,
    'everything',
    'everything',
  ],
  [
    'the owner is back for a short time',
    { kind: 'signed-in', userId: 'ann', session: 'brief' },
    20,
    'waiting',
    'nothing',
  ],
  [
    'it became a shared computer',
    { kind: 'signed-in', userId: 'ann', session: 'shared' },
    1,
    'nothing',
    'nothing',
  ],
  [
    'somebody else signed in',
    { kind: 'signed-in', userId: 'bob', session: 'remembered' },
    1,
    'nothing',
    'nothing',
  ],
])('%s', (_, contact, days, withWaiting, without) => {
  expect(keptAfter(device, contact, after(days))).toBe(withWaiting)
  expect(keptAfter({ ...device, hasWaiting: false }, contact, after(days))).toBe(without)
})

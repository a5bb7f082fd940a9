import { expect } from 'vitest'
import { password } from '../account.ts'
import { type Engine, until } from './engine.ts'
import { personAt } from './person.ts'

export type Documents = { photo: string; pdf: string }
type Given = {
  engine: Engine
  url: string
  documents: Documents
  /** The last day of the license and of the cycle. */
  expires: string
  email: string
  server: { stop(): Promise<void>; restart(): Promise<void> }
}

/** The jobs of a nurse on a phone, in the order in which each needs the one before. */
export function jobsOf({ engine, url, documents, expires, email, server }: Given) {
  const { open, press, openMenu, follow, choose, fill, pick, setDate, readValue, attach, sees, text } =
    personAt(engine)
  let link = ''
  return {
    async register() {
      await open(`${url}/`)
      await follow('Get started')
      await fill('Email', email)
      await fill('Password', password)
      await press('Create my vault')
      await sees('Start with the card you are asked for most often.')
    },

    async 'add a license with its expiration date'() {
      await open(`${url}/upload?kind=license`)
      await pick('License type', 'RN')
      await pick('State', 'Texas')
      await setDate('Expires on', expires)
      await fill('Number', 'TX-884213')
      await press('Save to My Vault')
      await sees('Texas RN')
      await sees(/in 1\d\d days/)
    },

    async 'add a certification from a photo'() {
      await open(`${url}/upload`)
      await attach(documents.photo)
      await sees('What could be read is marked below.', 180_000)
      await until('the name that was read', async () => {
        const name = await readValue('Which certification?')
        return /^(BLS|Basic Life Support)/.test(name ?? '')
      })
      await press('Save to My Vault')
      await sees('Basic Life Support')
    },

    async 'log a course with its certificate'() {
      await engine.run(async (cycleEnd) => {
        const cycle = { state: 'TX', cycleStart: '2025-07-01', cycleEnd, requiredHours: 20 }
        const headers = { 'Content-Type': 'application/json' }
        await fetch('/api/ceu-cycles', { method: 'POST', headers, body: JSON.stringify(cycle) })
      }, expires)
      await open(`${url}/credentials/entries/new`)
      await attach(documents.pdf)
      await sees('What could be read is marked below.', 180_000)
      await until('Title filled in', async () => (await readValue('Title')) === 'Ethics at the Bedside')
      await until('Contact hours filled in', async () => (await readValue('Contact hours')) === '2.5')
      await press('Save')
      await sees('17.5 hours left')
    },

    async 'start without a connection'() {
      await open(`${url}/settings?section=offline`)
      await sees('Your vault, as of')
      await until('the program on the device', () =>
        engine.run(
          async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated',
        ),
      )
      await open(`${url}/credentials`)
      await sees('Texas RN')
      await server.stop()
      await open(`${url}/credentials`)
      await sees(/Offline|No connection|as of/i)
      await sees('Texas RN')
      await server.restart()
    },

    async 'share a license with its number hidden'() {
      await open(`${url}/credentials`)
      await follow('Texas RN')
      await follow('Share')
      await sees('What do you want to share?')
      await choose('Hide my numbers')
      await press('Create link')
      await sees('Your link is ready')
      link = await engine.run(
        () =>
          [...document.querySelectorAll('input')]
            .map(({ value }) => value)
            .find((it) => it.includes('/share/')) ?? '',
      )
      expect(link).toMatch(/\/share\/[\w-]{43}$/)
    },

    async 'sign out, which leaves nothing behind'() {
      await open(`${url}/`)
      await openMenu('account of')
      await press('Logout')
      await sees('All your nursing credentials in one place.')
      const namesLeft = () => engine.run(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
      await until('an empty store', async () => (await namesLeft()).length === 0).catch(async () => {
        expect(await namesLeft()).toEqual([])
      })
      await open(`${url}/credentials`)
      expect(await text()).not.toContain('Texas RN')
    },

    async 'open the link as its recipient'() {
      await open(link)
      await press('View credentials')
      await sees('Texas RN license')
      await sees('Holder-provided')
      expect(await text()).not.toContain('884213')
    },
  }
}

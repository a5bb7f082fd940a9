import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from '#testing/browser.ts'
import { type Nurse, openTestServices, type TestServices } from '#testing/test-services.ts'

let services: TestServices
let ann: Nurse
let bob: Nurse
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())
beforeEach(async () => {
  services.clock.set('2026-03-10T15:00:00.000Z')
  ann = await services.nurse('ann')
  bob = await services.nurse('bob')
})
afterEach(() => services.database.clear())

const dismiss = (who: Browser, notice: string) =>
  who.fetch(`/api/notices/${notice}/dismissal`, { method: 'PUT' })
const showAgain = (who: Browser, notice: string) =>
  who.fetch(`/api/notices/${notice}/dismissal`, { method: 'DELETE' })
async function dismissals(who: Browser) {
  const { items } = (await (await who.fetch('/api/notices/dismissals')).json()) as { items: object[] }
  return items
}

describe('a dismissed notice', () => {
  it('stays hidden permanently or for the period of its kind, for its owner only', async () => {
    const mail = { notice: 'mail_not_set_up', dismissedUntil: '2026-04-09T15:00:00.000Z' }
    expect(await (await dismiss(ann, 'mail_not_set_up')).json()).toEqual(mail)
    const first = { notice: 'first_steps', dismissedUntil: null }
    expect(await (await dismiss(ann, 'first_steps')).json()).toEqual(first)
    expect(await dismissals(ann)).toEqual([first, mail])
    expect(await dismissals(bob)).toEqual([])
  })

  it('returns once its period is over, and can be dismissed again', async () => {
    await dismiss(ann, 'mail_not_set_up')
    await dismiss(ann, 'install_app')
    services.clock.set('2026-04-09T14:59:59.000Z')
    expect(await dismissals(ann)).toHaveLength(2)
    services.clock.set('2026-04-09T15:00:00.000Z')
    expect(await dismissals(ann)).toEqual([{ notice: 'install_app', dismissedUntil: null }])
    await dismiss(ann, 'mail_not_set_up')
    expect(await dismissals(ann)).toContainEqual({
      notice: 'mail_not_set_up',
      dismissedUntil: '2026-05-09T15:00:00.000Z',
    })
  })

  it('can be shown again only by its owner', async () => {
    await dismiss(ann, 'first_steps')
    await dismiss(bob, 'first_steps')
    expect((await showAgain(ann, 'first_steps')).status).toBe(204)
    // Undo may be pressed twice.
    expect((await showAgain(ann, 'first_steps')).status).toBe(204)
    expect(await dismissals(ann)).toEqual([])
    expect(await dismissals(bob)).toHaveLength(1)
  })
})

it('an unknown notice is refused, and everything when signed out', async () => {
  for (const ask of [dismiss, showAgain]) {
    expect((await ask(ann, 'rain')).status).toBe(422)
    expect((await ask(services.stranger(), 'first_steps')).status).toBe(401)
  }
  expect((await services.stranger().fetch('/api/notices/dismissals')).status).toBe(401)
  expect(await dismissals(ann)).toEqual([])
})

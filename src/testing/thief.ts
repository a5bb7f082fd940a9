import { addDevice, addPasskey, addSecondFactor, makeCalendar, ok } from './actors.ts'
import type { Browser } from './browser.ts'
import { openPasskeyDevice, type PasskeyDevice } from './passkey-device.ts'
import { addLicense, makeLink } from './share-links.ts'
import { type Nurse, type TestServices, testPassword } from './test-services.ts'

/** The code in the newest mail of a kind to an address. */
export function mailedCode(services: TestServices, to: string, kind: string): string {
  const mail = services.outbox().findLast((each) => each.kind === kind && each.to === to)
  return /oobCode=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

/** Registers and confirms an address, on an installation with a mail server. */
export async function confirmedNurse(services: TestServices, name: string): Promise<Nurse> {
  const browser = services.stranger()
  const email = `${name.toLowerCase()}@nurses.example`
  const post = (path: string, body: object) => browser.json('POST', `/api/auth${path}`, body)
  await ok(post('/sign-up/email', { email }))
  const token = mailedCode(services, email, 'verify_email')
  await ok(post('/verify-email', { token, password: testPassword, name, firstName: name }))
  const { id } = (await (await browser.fetch('/api/users/me')).json()) as { id: string }
  const signIn = () => post('/sign-in/email', { email, password: testPassword })
  return { ...browser, id, email, password: testPassword, signIn }
}

/** A browser of somebody who knows the password of a nurse. */
export async function thiefOf(services: TestServices, nurse: Nurse, email = nurse.email): Promise<Nurse> {
  const browser = services.stranger()
  const signIn = () => browser.json('POST', '/api/auth/sign-in/email', { email, password: nurse.password })
  await ok(signIn())
  return { ...browser, id: nurse.id, email, password: nurse.password, signIn }
}

export type Loot = { passkey: PasskeyDevice; calendar: string; link: string; secret: string }

/** Everything that a thief can set up to come back later. */
export async function setUpEverything(services: TestServices, thief: Nurse): Promise<Loot> {
  const passkey = openPasskeyDevice()
  await addPasskey(thief, passkey, 'Key of the thief')
  const calendar = await makeCalendar(thief)
  await ok(thief.json('PUT', '/api/reminders/webhook', { url: 'https://hook.example/of-the-thief' }))
  await addDevice(thief, 'of-the-thief')
  const { token } = await makeLink(thief, { resourceType: 'license', resourceId: await addLicense(thief) })
  const secret = await addSecondFactor(services, thief)
  return { passkey, calendar, link: token, secret }
}

export async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await browser.fetch('/api/users/me')).status === 200
}

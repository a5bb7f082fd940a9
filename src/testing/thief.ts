import { addAccessToken } from './access-tokens.ts'
import { addDevice, addPasskey, addSecondFactor, createCalendarFeed, expectSuccess } from './actors.ts'
import { openPasskeyDevice, type PasskeyDevice } from './passkey-device.ts'
import { addLicense, createLink } from './share-links.ts'
import { type Nurse, type TestServices, testPassword } from './test-services.ts'

/** The code in the newest mail of a kind to an address. */
export function mailedCode(services: TestServices, to: string, kind: string): string {
  const mail = services.outbox().findLast((each) => each.kind === kind && each.to === to)
  return /oobCode=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

/** Registers and confirms an address, on an installation with a mail server. */
export async function registerConfirmedNurse(services: TestServices, name: string): Promise<Nurse> {
  const browser = services.stranger()
  const email = `${name.toLowerCase()}@nurses.example`
  const post = (path: string, body: object) => browser.json('POST', `/api/auth${path}`, body)
  await expectSuccess(post('/sign-up/email', { email }))
  const token = mailedCode(services, email, 'verify_email')
  await expectSuccess(post('/verify-email', { token, password: testPassword, name, firstName: name }))
  const { id } = (await (await browser.fetch('/api/users/me')).json()) as { id: string }
  const signIn = () => post('/sign-in/email', { email, password: testPassword })
  return { ...browser, id, email, password: testPassword, signIn }
}

/** The browser of someone who knows a nurse's password. */
export async function signInAsThief(
  services: TestServices,
  nurse: Nurse,
  email = nurse.email,
): Promise<Nurse> {
  const browser = services.stranger()
  const signIn = () => browser.json('POST', '/api/auth/sign-in/email', { email, password: nurse.password })
  await expectSuccess(signIn())
  return { ...browser, id: nurse.id, email, password: nurse.password, signIn }
}

export type ThiefAccess = {
  passkey: PasskeyDevice
  calendar: string
  accessToken: string
  link: string
  secret: string
}

/** Everything that a thief can set up to come back later. */
export async function setUpThiefAccess(services: TestServices, thief: Nurse): Promise<ThiefAccess> {
  const passkey = openPasskeyDevice()
  await addPasskey(thief, passkey, 'Key of the thief')
  const calendar = await createCalendarFeed(thief)
  await expectSuccess(
    thief.json('PUT', '/api/reminders/webhook', { url: 'https://hook.example/of-the-thief' }),
  )
  await addDevice(thief, 'of-the-thief')
  const { token } = await createLink(thief, { resourceType: 'license', resourceId: await addLicense(thief) })
  const secret = await addSecondFactor(services, thief)
  const { token: accessToken } = await addAccessToken(thief, { name: 'Program of the thief' })
  return { passkey, calendar, accessToken, link: token, secret }
}

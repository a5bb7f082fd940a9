import { addAccessToken } from './access-tokens.ts'
import { addDevice, createCalendarFeed, passkeyOptions, signInAtProvider } from './actors.ts'
import { post } from './auth-requests.ts'
import { codeAt } from './authenticator-app.ts'
import { googleWalletEnv } from './google-wallet.ts'
import { type OidcProvider, startOidcProvider } from './oidc-provider.ts'
import { loopbackOutboundHttp } from './outbound-server.ts'
import { openPasskeyDevice } from './passkey-device.ts'
import { createMailAddress, mailInEnv } from './received-mails.ts'
import { addLicense, createLink } from './share-links.ts'
import { type Nurse, openTestServices, type TestServices, testPassword } from './test-services.ts'
import { mailedCode, registerConfirmedNurse, signInAsThief } from './thief.ts'

const thiefsEmail = 'eve@evil.example'
const newPassword = 'amber kettle glacier 7'

type Installation = { services: TestServices; provider: OidcProvider }

/** With mail and one identity provider, and without the padding of response times. The caller closes both. */
export async function openInstallation(): Promise<Installation> {
  const provider = await startOidcProvider({ sub: 'nobody' })
  const hospital = { id: 'hospital', name: 'Hospital', issuer: provider.issuer, clientId: 'lanyard' }
  const services = await openTestServices({
    env: {
      ...googleWalletEnv,
      ...mailInEnv,
      SMTP_URL: 'smtp://localhost:2525',
      OIDC_PROVIDERS: JSON.stringify([{ ...hospital, clientSecret: 'a secret of the operator' }]),
    },
    outboundHttp: loopbackOutboundHttp(),
  })
  return { services, provider }
}

const read = async <T>(answer: Promise<Response>) => (await (await answer).json()) as T

/**
 * Requests that a thief may be sending at the moment of a recovery. Each prepares everything before the last request,
 * and returns that request.
 */
const attempts: Record<
  string,
  (thief: Nurse, installation: Installation) => Promise<() => Promise<unknown>>
> = {
  'a passkey': async (thief) => {
    const response = openPasskeyDevice().create(await passkeyOptions(thief, 'add'))
    return () => post(thief, '/passkey/add', { name: 'Key', response })
  },
  'two-factor authentication': async (thief, { services }) => {
    const { secret } = await read<{ secret: string }>(post(thief, '/second-factor/start'))
    return () => post(thief, '/second-factor/confirm', { code: codeAt(secret, services.clock.now()) })
  },
  'a linked account': async (thief, { provider }) => {
    const path = await signInAtProvider({ provider }, thief, '/link-provider', 'eve')
    return () => thief.fetch(path)
  },
  'another address': async (thief) => () => post(thief, '/change-email', { newEmail: 'eve2@evil.example' }),
  'another password': async (thief) => () =>
    post(thief, '/change-password', { currentPassword: testPassword, newPassword }),
  'a sign-in with the password': async (thief) => () => thief.signIn(),
  'a sign-in with a passkey': async (thief) => {
    const device = openPasskeyDevice()
    await post(thief, '/passkey/add', {
      name: 'Key',
      response: device.create(await passkeyOptions(thief, 'add')),
    })
    const response = device.get(await passkeyOptions(thief, 'sign-in'))
    return () => post(thief, '/sign-in/passkey', { response })
  },
  'a sign-in through a provider': async (thief, { services, provider }) => {
    await thief.fetch(await signInAtProvider({ provider }, thief, '/link-provider', 'eve'))
    const stranger = services.stranger()
    const path = await signInAtProvider({ provider }, stranger, '/sign-in/provider', 'eve')
    return () => stranger.fetch(path)
  },
  'a calendar': async (thief) => () => createCalendarFeed(thief).catch(() => null),
  'a webhook': async (thief) => () =>
    thief.json('PUT', '/api/reminders/webhook', { url: 'https://hook.example/of-the-thief' }),
  'a second person': async (thief) => () =>
    thief.json('PUT', '/api/reminders/second-person', { name: 'Eve', email: thiefsEmail }),
  'an address for documents by mail': async (thief) => () => createMailAddress(thief).catch(() => null),
  'a sender of documents by mail': async (thief) => () =>
    thief.json('PUT', '/api/mail-in/senders', { senders: ['eve@evil.example'] }),
  'an access token': async (thief) => () => addAccessToken(thief).catch(() => null),
  'a wallet pass': async (thief) => {
    const license = await addLicense(thief)
    return () => thief.json('PUT', `/api/passes/${license}/google`, { showNumber: true })
  },
  'a device': async (thief) => () => addDevice(thief, 'of-the-thief').catch(() => null),
  'a sign-in with a mailed link': async (thief, { services }) => {
    await moveAddress(thief, services)
    const browser = services.stranger()
    await post(browser, '/request-sign-in-link', { email: thiefsEmail })
    const token = mailedCode(services, thiefsEmail, 'sign_in_link')
    return () => post(browser, '/sign-in/link', { token })
  },
  'a password set with a mailed link': async (thief, { services }) => {
    await moveAddress(thief, services)
    const browser = services.stranger()
    await post(browser, '/request-password-reset', { email: thiefsEmail })
    const token = mailedCode(services, thiefsEmail, 'reset_password')
    return () => post(browser, '/reset-password', { token, newPassword })
  },
  'a confirmation of another address': async (thief, { services }) => {
    const token = mailedCode(services, thiefsEmail, 'change_email')
    return () => post(thief, '/verify-and-change-email', { token })
  },
  'a share': async (thief) => {
    const resourceId = await addLicense(thief)
    return () => createLink(thief, { resourceType: 'license', resourceId }).catch(() => null)
  },
}

/** The address becomes the thief's. This ends every session. */
async function moveAddress(thief: Nurse, services: TestServices): Promise<void> {
  const token = mailedCode(services, thiefsEmail, 'change_email')
  await post(thief, '/verify-and-change-email', { token })
}

export const attemptNames = Object.keys(attempts)

export type PreparedAttempt = { ann: Nurse; token: string; finish: () => Promise<unknown> }

/** A thief who has requested another address and is about to send this request. `token` recovers the account. */
export async function prepareAttempt(installation: Installation, name: string): Promise<PreparedAttempt> {
  const { services } = installation
  const ann = await registerConfirmedNurse(services, 'Ann')
  const thief = await signInAsThief(services, ann)
  await post(thief, '/change-email', { newEmail: thiefsEmail })
  const token = mailedCode(services, ann.email, 'email_change_asked')
  const finish = await attempts[name]?.(thief, installation)
  if (!finish) throw new Error(`No attempt ${name}`)
  return { ann, token, finish }
}

/** Everything in the database that gives someone access, or sends data out. */
export const accessTables = {
  passkeys: '',
  accounts: '',
  sessions: '',
  second_factors: '',
  recovery_codes: '',
  webhooks: '',
  second_people: '',
  calendar_feeds: '',
  mail_addresses: '',
  mail_senders: '',
  access_tokens: '',
  push_subscriptions: '',
  passes: 'where credential_id is not null',
  shares: 'where revoked_at is null',
  verifications: "where value like 'change-email:%' or value like 'sign-in:%'",
}

/** The tables of `accessTables` that still have rows, and the address if it is not Ann's. */
export async function accessLeft({ services }: Pick<Installation, 'services'>): Promise<string[]> {
  const left: string[] = []
  for (const [table, where] of Object.entries(accessTables)) {
    const { rows } = await services.database.pool.query(`select * from ${table} ${where}`)
    if (rows.length > 0) left.push(table)
  }
  const { rows } = await services.database.pool.query<{ email: string }>('select email from users')
  return [...left, ...rows.map(({ email }) => email).filter((email) => email !== 'ann@nurses.example')]
}

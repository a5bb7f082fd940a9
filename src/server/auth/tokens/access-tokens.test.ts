import { describe, expect, test } from 'vitest'
import { defaultRateLimits } from '#server/rate-limits/store.ts'
import { MAX_TOKENS } from '#shared/auth/access-token.ts'
import { addAccessToken, openProgram } from '#testing/access-tokens.ts'
import { post, problemCode } from '#testing/auth-requests.ts'
import { openFileServices } from '#testing/file-services.ts'
import { addHealthRecord } from '#testing/health-records.ts'
import { addCoveredPage, addLicense, addPicture, licenseNumber } from '#testing/share-links.ts'
import { type Nurse, openTestServices, testPassword } from '#testing/test-services.ts'
import { removeOldTokens } from './token-store.ts'

const MINUTE = 60_000
const DAY = 86_400_000
const tokens = '/api/users/me/tokens'

const services = await openFileServices()

const statusOf = async (answer: Promise<Response>) => (await answer).status
const list = async (nurse: Nurse) =>
  ((await (await nurse.fetch(tokens)).json()) as { items: { id: string; lastUsedAt: string | null }[] }).items
const rows = async (text: string) => (await services.database.pool.query(text)).rows

describe('an access token', () => {
  test('is shown once, with its prefix and 256 random bits, and stored as a hash', async () => {
    const ann = await services.nurse('ann')
    const { token, ...shown } = await addAccessToken(ann, {
      name: ' Backup  script ',
      scopes: ['read', 'share'],
    })
    expect(token).toMatch(/^lanyard_[\w-]{43}$/)
    const now = services.clock.now()
    const expiresAt = new Date(now.getTime() + 90 * DAY).toISOString()
    expect(shown).toMatchObject({ scopes: ['read', 'share'], createdAt: now.toISOString(), expiresAt })
    expect(await list(ann)).toEqual([shown])
    expect(JSON.stringify(await rows('select * from access_tokens'))).not.toContain(token.slice(8))
    expect(JSON.stringify(await rows('select * from audit_records'))).not.toContain(token.slice(8))
  })

  test('requires valid fields, and the error names each invalid one', async () => {
    const ann = await services.nurse('ann')
    const bad: [object, string][] = [
      [{ name: '', scopes: ['read'] }, 'name'],
      [{ name: 'x'.repeat(61), scopes: ['read'] }, 'name'],
      [{ name: 'a', scopes: [] }, 'scopes'],
      [{ name: 'a', scopes: ['read', 'read'] }, 'scopes'],
      [{ name: 'a', scopes: ['admin'] }, 'scopes.0'],
      [{ name: 'a', scopes: ['read'], days: 0 }, 'days'],
      [{ name: 'a', scopes: ['read'], days: 366 }, 'days'],
      [{ name: 'a', scopes: ['read'], days: 1.5 }, 'days'],
    ]
    for (const [body, path] of bad) {
      const answer = await ann.json('POST', tokens, body)
      expect(answer.status, JSON.stringify(body)).toBe(422)
      expect(await answer.json()).toMatchObject({ errors: [{ path }] })
    }
    expect(await statusOf(ann.json('POST', tokens, { name: 'a', scopes: ['read'], days: 365 }))).toBe(201)
  })

  test('is created only right after an authentication, and the owner is notified by mail and in the log', async () => {
    const ann = await services.nurse('ann')
    services.clock.advance(10 * MINUTE)
    expect(await problemCode(ann.json('POST', tokens, { name: 'a', scopes: ['read'] }))).toBe(
      'reauthentication_needed',
    )
    await post(ann, '/reauthenticate', { password: testPassword })
    const { id } = await addAccessToken(ann)
    expect(services.outbox().at(-1)).toMatchObject({
      kind: 'way_in_access_token_made',
      to: ann.email,
      subject: 'An access token was created in Lanyard',
    })
    expect(await statusOf(ann.fetch(`${tokens}/${id}`, { method: 'DELETE' }))).toBe(204)
    const log = await rows(`select action, resource_id as id, metadata from audit_records
      where action like 'auth_token%' order by timestamp, action desc`)
    expect(log).toEqual([
      { action: 'auth_token_made', id, metadata: { name: 'Backup script', scopes: 'read', days: 90 } },
      { action: 'auth_token_ended', id, metadata: { name: 'Backup script' } },
    ])
  })

  test('is limited to twenty per owner', async () => {
    const ann = await services.nurse('ann')
    for (let i = 0; i < MAX_TOKENS; i += 1) await addAccessToken(ann)
    expect(await problemCode(ann.json('POST', tokens, { name: 'a', scopes: ['read'] }))).toBe(
      'too_many_access_tokens',
    )
  })

  test('works within its scopes, records its use once a minute, and is named in the log', async () => {
    const ann = await services.nurse('ann')
    const license = await addLicense(ann)
    const { id, token } = await addAccessToken(ann, { scopes: ['read', 'write'] })
    const program = openProgram(services, token)
    const changed = await program.json('PATCH', `/api/credentials/${license}`, { notes: 'Seen' })
    expect(changed.status).toBe(200)
    const used = services.clock.now().toISOString()
    expect(await list(ann)).toMatchObject([{ lastUsedAt: used }])
    services.clock.advance(MINUTE - 1)
    expect(await statusOf(program.fetch('/api/credentials'))).toBe(200)
    expect(await list(ann)).toMatchObject([{ lastUsedAt: used }])
    services.clock.advance(2)
    await program.fetch('/api/credentials')
    expect(await list(ann)).toMatchObject([{ lastUsedAt: services.clock.now().toISOString() }])
    expect(
      await rows(`select user_agent, session_id from audit_records where action = 'credential_updated'`),
    ).toEqual([{ user_agent: 'Access token “Backup script”', session_id: `token-${id}` }])
  })

  test('takes precedence over a cookie, even of another nurse', async () => {
    const [ann, bea] = [await services.nurse('ann'), await services.nurse('bea')]
    const { token } = await addAccessToken(ann)
    const both = openProgram(services, token, bea.cookies)
    expect(await (await both.fetch('/api/users/me')).json()).toMatchObject({ id: ann.id })
    const wrong = openProgram(services, 'lanyard_wrong', bea.cookies)
    expect(await problemCode(wrong.fetch('/api/users/me'))).toBe('access_token_refused')
    for (const other of ['zzz', 'zzz zzz', `${btoa('{}')}.e30.x`, 'eyJhbGciOiJIUzI1NiJ9.e30.x', '']) {
      const refused = await openProgram(services, other, bea.cookies).fetch('/api/users/me')
      expect(refused.status, other).toBe(401)
    }
    expect(await problemCode(wrong.json('POST', '/api/auth/change-password', {}))).toBe('not_authenticated')
    expect(await (await wrong.fetch('/api/auth/get-session')).text()).toBe('null')
  })

  test('needs no Origin, and ignores one of another site', async () => {
    const ann = await services.nurse('ann')
    const { token } = await addAccessToken(ann, { scopes: ['write'] })
    const program = openProgram(services, token)
    const license = { kind: 'license', type: 'RN', state: 'OR' }
    const foreign = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' }
    expect(await statusOf(program.json('POST', '/api/credentials', license, foreign))).toBe(201)
    const signIn = { email: ann.email, password: testPassword }
    for (const path of ['/api/auth/sign-in/email', '/api/%61uth/sign-in/email'])
      expect(await problemCode(program.json('POST', path, signIn, foreign)), path).toBe('foreign_origin')
    const withCookies = openProgram(services, token, ann.cookies)
    expect(await problemCode(withCookies.json('POST', '/api/%61uth/sign-out', {}, foreign))).toBe(
      'foreign_origin',
    )
  })

  test('gets the same response whether it is unknown, expired, ended, or of a disabled account', async () => {
    const [ann, bea] = [await services.nurse('ann'), await services.nurse('bea')]
    const expired = await addAccessToken(ann, { days: 1 })
    const disabled = await addAccessToken(bea)
    services.clock.advance(DAY)
    await ann.signIn()
    const ended = await addAccessToken(ann)
    await ann.fetch(`${tokens}/${ended.id}`, { method: 'DELETE' })
    await services.database.pool.query('update users set disabled_at = now() where id = $1', [bea.id])
    const answers = await Promise.all(
      [expired.token, ended.token, disabled.token, `lanyard_${'x'.repeat(43)}`, 'lanyard_'].map(
        async (token) => {
          const answer = await openProgram(services, token).fetch('/api/credentials')
          const { requestId: _id, ...body } = (await answer.json()) as { requestId: string }
          const headers = [...answer.headers].filter(([name]) => name !== 'x-request-id')
          return { status: answer.status, body, headers }
        },
      ),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]).toMatchObject({ status: 401, body: { code: 'access_token_refused' } })
  })

  test('is ended by a password change and by a password reset', async () => {
    const ann = await services.nurse('ann')
    const works = async (token: string) =>
      (await statusOf(openProgram(services, token).fetch('/api/users/me'))) === 200
    const first = await addAccessToken(ann)
    expect(await works(first.token)).toBe(true)
    const newPassword = 'amber kettle glacier 7'
    await post(ann, '/change-password', { currentPassword: testPassword, newPassword })
    expect(await works(first.token)).toBe(false)

    const second = await addAccessToken(ann)
    await post(services.stranger(), '/request-password-reset', { email: ann.email })
    const mail = services.outbox().findLast(({ kind }) => kind === 'reset_password')
    const [, token = ''] = /oobCode=([\w-]+)/.exec(mail?.text ?? '') ?? []
    await post(services.stranger(), '/reset-password', { token, newPassword: testPassword })
    expect(await works(second.token)).toBe(false)
    expect(await rows('select * from access_tokens')).toEqual([])
  })

  test('previews with `share` alone only what hides numbers and shows no health record', async () => {
    const ann = await services.nurse('ann')
    const resourceId = await addLicense(ann)
    const shares = openProgram(services, (await addAccessToken(ann, { scopes: ['share'] })).token)
    const both = openProgram(services, (await addAccessToken(ann, { scopes: ['share', 'read'] })).token)
    const healthId = await addHealthRecord(ann)
    const hidden = { hideNumber: true }
    const open = { resourceType: 'license', resourceId }
    const withHealth = {
      resourceType: 'packet',
      resources: [open, { resourceType: 'healthRecord', resourceId: healthId }],
      masks: { ...hidden, health: { numbers: true, results: true, files: true } },
    }
    for (const input of [open, withHealth]) {
      expect(await problemCode(shares.json('POST', '/api/share/preview', input))).toBe('token_scope_missing')
      expect(await statusOf(both.json('POST', '/api/share/preview', input))).toBe(200)
    }
    const masked = await shares.json('POST', '/api/share/preview', { ...open, masks: hidden })
    expect(masked.status).toBe(200)
    expect(await masked.text()).not.toContain(licenseNumber)
  })

  test('cannot create a link with a picture of a document, which requires a reauthentication', async () => {
    const ann = await services.nurse('ann')
    const fileId = await addPicture(ann)
    const resourceId = await addLicense(ann, { fileId })
    const pictureIds = [await addCoveredPage(ann)]
    const { token } = await addAccessToken(ann, { scopes: ['read', 'write', 'share'] })
    const link = {
      ...{ resourceType: 'license', resourceId, masks: { hideNumber: true } },
      redactions: [{ fileId, pictureIds }],
    }
    expect(await problemCode(openProgram(services, token).json('POST', '/api/share', link))).toBe(
      'reauthentication_needed',
    )
    expect(await statusOf(ann.json('POST', '/api/share', link))).toBe(201)
  })

  test('moves a document to the trash, and cannot delete it permanently', async () => {
    const ann = await services.nurse('ann')
    const id = await addPicture(ann)
    const program = openProgram(services, (await addAccessToken(ann, { scopes: ['write'] })).token)
    const remove = (query: string) => program.fetch(`/api/upload/${id}${query}`, { method: 'DELETE' })
    expect(await problemCode(remove('?forever=true'))).toBe('not_for_tokens')
    expect(await statusOf(remove(''))).toBe(204)
    expect(await problemCode(remove('?forever=true'))).toBe('not_for_tokens')
    expect(await statusOf(ann.fetch(`/api/upload/${id}/restore`, { method: 'POST' }))).toBe(200)
  })

  test('cannot create a link that shows a number, which requires a reauthentication', async () => {
    const ann = await services.nurse('ann')
    const resourceId = await addLicense(ann)
    const { token } = await addAccessToken(ann, { scopes: ['share'] })
    const share = (hideNumber: boolean) =>
      openProgram(services, token).json('POST', '/api/share', {
        ...{ resourceType: 'license', resourceId },
        masks: { hideNumber },
      })
    expect(await problemCode(share(false))).toBe('reauthentication_needed')
    const hidden = await share(true)
    expect(hidden.status, await hidden.clone().text()).toBe(201)
  })

  test('stays in the list for a month after it expired', async () => {
    const ann = await services.nurse('ann')
    await addAccessToken(ann, { days: 1 })
    services.clock.advance(31 * DAY)
    await removeOldTokens(services.db, services.clock)
    expect(await list(ann)).toHaveLength(1)
    services.clock.advance(1)
    await removeOldTokens(services.db, services.clock)
    expect(await list(ann)).toEqual([])
  })
})

describe('limits', () => {
  const limited = {
    ...defaultRateLimits,
    tokenRefused: { tries: 3, seconds: 3600 },
    token: { tries: 2, seconds: 3600 },
  }

  test('apply to invalid tokens, and to each valid token separately', async () => {
    const own = await openTestServices({ rateLimits: limited })
    try {
      const ann = await own.nurse('ann')
      const [first, second] = [await addAccessToken(ann), await addAccessToken(ann)]
      const expired = await addAccessToken(ann, { days: 1 })
      await own.database.pool.query('update access_tokens set expires_at = created_at where id = $1', [
        expired.id,
      ])
      const ask = (token: string) => openProgram(own, token).fetch('/api/credentials')
      for (let i = 0; i < 3; i += 1) expect(await statusOf(ask('lanyard_unknown'))).toBe(401)
      for (const token of ['lanyard_unknown', expired.token]) {
        const answer = await ask(token)
        expect(answer.status).toBe(429)
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      }
      for (let i = 0; i < 2; i += 1) expect(await statusOf(ask(first.token))).toBe(200)
      expect(await statusOf(ask(first.token))).toBe(429)
      expect(await statusOf(ask(second.token))).toBe(200)
    } finally {
      await own.close()
    }
  })
})

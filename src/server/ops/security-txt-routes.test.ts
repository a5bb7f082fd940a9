import { pino } from 'pino'
import { expect, test } from 'vitest'
import { onError } from '#server/http/problem.ts'
import { createRouter } from '#server/http/route.ts'
import { readConfig } from '#server/kernel/config.ts'
import { securityTxtRoutes } from './security-txt-routes.ts'

const secret = { AUTH_SECRET: 'a secret of more than thirty-two characters' }

async function ask(
  contact: string,
  publicUrl = 'https://vault.example.org',
  now = '2026-03-10T15:00:00.000Z',
) {
  const config = readConfig({ ...secret, PUBLIC_URL: publicUrl, CONTACT_URL: contact })
  const app = createRouter().route('/', securityTxtRoutes({ config, clock: { now: () => new Date(now) } }))
  app.onError(onError(pino({ level: 'silent' })))
  return app.request('/.well-known/security.txt')
}

test('contains the contact, an expiration, the language and its own address', async () => {
  const answer = await ask('mailto:security@example.org')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain; charset=utf-8$/i)
  expect(await answer.text()).toBe(
    [
      'Contact: mailto:security@example.org',
      'Expires: 2026-09-06T15:00:00Z',
      'Preferred-Languages: en',
      'Canonical: https://vault.example.org/.well-known/security.txt',
      '',
    ].join('\n'),
  )
})

test.each(['2026-03-10T15:00:00.000Z', '2028-02-29T23:59:59.999Z', '2031-12-31T00:00:00.000Z'])(
  'is valid for less than a year when requested at %s',
  async (now) => {
    const text = await (await ask('https://example.org/contact', undefined, now)).text()
    const expires = new Date(/^Expires: (.+)$/m.exec(text)?.[1] ?? '')
    const days = (expires.getTime() - new Date(now).getTime()) / 86_400_000
    expect(days).toBeGreaterThan(100)
    expect(days).toBeLessThan(365)
  },
)

test.each([
  ['https://example.org/contact', 'Contact: https://example.org/contact'],
  ['tel:+1-555-0100', 'Contact: tel:+1-555-0100'],
  ['/contact', 'Contact: https://vault.example.org/contact'],
  ['mailto:a@example.org\nContact: https://evil.example', 'Contact: mailto:a@example.org'],
])('the contact %j becomes one line', async (contact, line) => {
  const lines = (await (await ask(contact)).text()).split('\n')
  expect(lines[0]?.startsWith(line)).toBe(true)
  expect(lines.filter((each) => each.startsWith('Contact:'))).toHaveLength(1)
})

test.each(['', 'http://example.org/contact', 'javascript:alert(1)'])(
  'is not found when the contact is %j',
  async (contact) => expect((await ask(contact)).status).toBe(404),
)

test('has no canonical address on this machine, because that would have to be https', async () => {
  expect(await (await ask('mailto:a@example.org', 'http://localhost:8080')).text()).not.toContain('Canonical')
})

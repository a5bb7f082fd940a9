import { expect, test } from 'vitest'
import { problemsOf } from '#testing/schema.ts'
import { debugReport, outboxMail } from './debug.ts'

const reachable = { reachable: true }
const message = {
  ...{
    id: 'm1',
    to: 'ann@example.com',
    subject: 'Reset your password',
    kind: 'password_reset',
    state: 'sent',
  },
  ...{ createdAt: '2026-11-21T12:00:00.000Z', text: 'Hello', html: '<p>Hello</p>' },
}

function emulator({ database = 'embedded', storage = 'disk', mail = 'outbox' }) {
  return {
    mode: 'emulator',
    identity: { ...reachable, kind: 'embedded' },
    database: { ...reachable, kind: database, version: null, migrations: 12 },
    storage: { ...reachable, kind: storage },
    mail: { ...reachable, mode: mail },
    versions: { lanyard: '1.0.0', node: '26.10.0' },
    outbox: [message],
  }
}

test.each([{ database: 'embedded' }, { database: 'postgres' }, { storage: 's3' }, { mail: 'smtp' }])(
  'the report of an emulator names services, versions and messages: %j',
  (services) => {
    const report = emulator(services)
    expect(debugReport.parse(report)).toEqual(report)
  },
)

test('production mode reveals only which services respond', () => {
  const report = {
    mode: 'production',
    ...{ identity: reachable, database: reachable, storage: reachable, mail: { reachable: false } },
  }
  expect(debugReport.parse({ ...emulator({}), ...report })).toEqual(report)
  expect(problemsOf(debugReport, { ...report, mode: 'test' })).toHaveLength(1)
})

test('lists unsent mail with its address, subject and text', () => {
  const { to, subject, text } = message
  expect(outboxMail.parse({ items: [message] })).toEqual({ items: [{ to, subject, text }] })
  expect(problemsOf(outboxMail, {})).toHaveLength(1)
})

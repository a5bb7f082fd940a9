import { expect, test } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import { overviewOf } from '#shared/credentials/overview.ts'
import { sampleCertification, sampleLicense } from '#shared/credentials/sample.ts'
import { explanation, headline } from './dashboard-page.tsx'

const today = '2026-11-21'

function told(...ends: (string | null)[]): string {
  const credentials = ends.map(
    (expiresAt, at) => ({ ...(at % 2 ? sampleCertification : sampleLicense), expiresAt }) as Credential,
  )
  const standing = overviewOf(credentials, credentials.length, today)
  if (standing.state === 'empty') return 'empty'
  return `${headline(standing, today, 'en-US')} ${explanation(standing, today, 'en-US').split(' Based on the dates')[0]}`
}

test('the headline says whether a nurse is clear to work, and until when', () => {
  expect(told('2027-09-17', '2028-01-01')).toMatch(
    /^You are clear to work until Sep 17, 2027\. Next to expire: .*, in 300 days\.$/,
  )
  expect(told('2026-12-12')).toMatch(
    /^You are clear to work, but .* expires in 21 days\. It expires on Dec 12, 2026\.$/,
  )
  expect(told(today)).toMatch(/ expires today\. /)
  expect(told(null)).toMatch(/^You are clear to work, and nothing expires within a year\./)
})

test('expired credentials come first', () => {
  expect(told('2026-11-20', '2027-09-17')).toMatch(/ has expired\. It expired yesterday\. After renewing/)
  expect(told('2026-11-20', '2026-11-11')).toMatch(
    /^2 of your credentials have expired\. The first one expired 10 days ago\./,
  )
})

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Credential } from '#shared/credentials/credential.ts'
import { sampleCertification, sampleLicense } from '#shared/credentials/sample.ts'
import { status } from '#shared/credentials/status-schema.ts'
import { CredentialNumberView } from './credential-number-view.tsx'
import { expiryText, subtitleOf } from './credential-text.ts'
import { StatusBadge } from './status-badge.tsx'

const license = sampleLicense as Credential
const certification = sampleCertification as Credential

test('a badge shows what its short title leaves out', () => {
  expect(subtitleOf(license)).toBe('Texas Board of Nursing')
  expect(subtitleOf({ ...license, title: 'Travel license' } as Credential)).toBe(
    'Travel license · Texas Board of Nursing',
  )
  expect(subtitleOf(certification)).toBe('Basic Life Support · American Heart Association')
  expect(subtitleOf({ ...certification, code: 'OTHER' } as Credential)).toBe('American Heart Association')
})

test('an expiration date shows the days left', () => {
  const text = (expiresAt: string | null, neverExpires = false) =>
    expiryText({ expiresAt, neverExpires }, '2026-11-21', 'en-US')
  expect(text('2027-03-31')).toBe('Mar 31, 2027 · in 130 days')
  expect(text('2026-11-20')).toBe('Nov 20, 2026 · yesterday')
  expect(text(null)).toBe('Expiration date missing')
  expect(text(null, true)).toBe('Does not expire')
})

test('each status has a distinct word and shape', () => {
  const marks = [...status.options, 'date_missing' as const].map((one) =>
    renderToStaticMarkup(createElement(StatusBadge, { status: one })),
  )
  const words = marks.map((mark) => mark.replace(/<[^>]*>/g, ''))
  const shapes = marks.map((mark) => mark.match(/<svg.*<\/svg>/)?.[0].replace(/class="[^"]*"/, ''))
  expect(words).toEqual(['Active', 'Renewal due', 'Expiring soon', 'Expired', 'Date missing'])
  expect(new Set(shapes).size).toBe(5)
})

test('a number is not in the HTML until it is shown', () => {
  const hidden = renderToStaticMarkup(
    createElement(CredentialNumberView, { number: '884213', of: 'Texas RN license' }),
  )
  expect(hidden).not.toContain('884213')
  expect(hidden).toContain('Number hidden')
})

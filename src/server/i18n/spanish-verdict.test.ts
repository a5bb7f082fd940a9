import { expect, test } from 'vitest'
import { translateIn } from '#server/i18n/translations.ts'
import { embeddedRules } from '#shared/ceu/rules.ts'
import { competencyAmountText } from '#shared/competency/record.ts'
import type { VerdictCredential } from '#shared/credentials/verdict.ts'
import { verdictSentence } from '#shared/credentials/verdict-basis.ts'
import { verdictOf } from '#shared/credentials/verdict-text.ts'
import { formatDate } from '#shared/kernel/format-date.ts'

const t = translateIn('es')
const texas = { id: 'texas', kind: 'license', state: 'TX', type: 'RN', neverExpires: false } as const
const idaho = { ...texas, id: 'idaho', state: 'ID' } as const
const bls = { id: 'bls', kind: 'certification', code: 'BLS', name: 'BLS', neverExpires: false } as const
const [valid, lapsed] = ['2027-03-31', '2026-10-31']

const verdict = (...credentials: VerdictCredential[]) =>
  verdictOf(
    credentials,
    { today: '2026-11-22', compact: embeddedRules.compact },
    { t, formatDate: (date) => formatDate(date, 'es-US') },
  )

test.each<[string, VerdictCredential[]]>([
  [
    'Sí, hasta el 31 mar 2027. Lo primero que vence es Texas RN.',
    [
      { ...texas, expiresAt: valid },
      { ...bls, expiresAt: '2027-05-01' },
    ],
  ],
  ['No. Su licencia Texas RN venció el 31 oct 2026.', [{ ...texas, expiresAt: lapsed }]],
  [
    'No. Sus licencias de Texas e Idaho están vencidas.',
    [
      { ...texas, expiresAt: lapsed },
      { ...idaho, expiresAt: lapsed },
    ],
  ],
  [
    'Texas: su licencia está vigente hasta el 31 mar 2027, pero BLS venció el 31 oct 2026, y 1 más requiere atención.',
    [
      { ...texas, expiresAt: valid },
      { ...bls, expiresAt: lapsed },
      { ...bls, id: 'acls', code: 'ACLS', expiresAt: null },
    ],
  ],
  [
    'No. Su licencia Texas RN venció el 31 oct 2026. Renovación enviada el 1 oct 2026; consulte con la junta.',
    [{ ...texas, expiresAt: lapsed, submittedOn: '2026-10-01', hasOpenRenewal: true }],
  ],
])('the verdict in Spanish is: %s', (headline, credentials) => {
  expect(verdict(...credentials).headline).toBe(headline)
})

test('its action, its reasons and its basis are in Spanish as well', () => {
  const answer = verdict({ ...texas, expiresAt: lapsed })
  expect(answer.action?.label).toBe('Renovar Texas RN')
  expect(answer.states[0]?.reasons[0]?.reason).toBe('vencida el 31 oct 2026')
  expect(verdictSentence(answer, t)).toBe(
    'No. Su licencia Texas RN venció el 31 oct 2026. Según las fechas que ingresó. Deciden su junta y su empleador.',
  )
})

test.each([
  [1, '1 hora'],
  [1248.5, '1,248.5 horas'],
])('an amount of %d in the practice log', (amount, text) => {
  expect(competencyAmountText({ kind: 'practice_hours', amount }, t)).toBe(text)
})

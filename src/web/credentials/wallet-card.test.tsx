import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type Credential, certificationAnswer } from '#shared/credentials/credential.ts'
import { sampleCertification } from '#shared/credentials/sample.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { sampleId } from '#testing/web/share-samples.ts'
import { CredentialList } from './credential-list.tsx'

const today = '2026-11-21'
const now = '2026-03-10T15:00:00.000Z'
const bls = certificationAnswer.parse({
  ...sampleCertification,
  ...{
    id: sampleId(1),
    status: 'active',
    daysLeft: 221,
    dateMissing: false,
    reminderDays: 30,
    followsSchedule: true,
  },
  ...{ archivedAt: null, createdAt: now, updatedAt: now },
})

async function renderStack(changes: Partial<Credential>[]) {
  await page.viewport(390, 844)
  const credentials = changes.map((change, at) => ({ ...bls, id: sampleId(at + 1), ...change }) as Credential)
  return renderInApp(
    <CredentialList groups={[{ heading: null, credentials }]} today={today} locale="en-US" />,
  )
}

const cards = page.getByRole('list', { name: 'Credentials' }).getByRole('listitem')

test('on a phone a card has its short title, status and end date, and opens when pressed', async () => {
  const { path } = await renderStack([{}])
  await expect.element(cards).toMatchTextContent('BLSActiveJun 30, 2027 · in 221 days')
  await userEvent.click(page.getByRole('article'))
  await expect.poll(path).toBe(`/credentials/${sampleId(1)}`)
})

test('a card without an end date shows what is missing', async () => {
  await renderStack([{ expiresAt: null }])
  await expect.element(cards).toMatchTextContent('BLSDate missingAdd its expiration date')
})

test('each card of a stack is 72 to 96 pixels high, regardless of its title', async () => {
  await renderStack([{}, { name: 'Krankenpflege'.repeat(10), code: 'OTHER' } as Partial<Credential>, {}])
  await expect.poll(() => cards.elements().length).toBe(3)
  const tops = cards.elements().map((card) => card.getBoundingClientRect().top)
  for (const [at, top] of tops.slice(1).entries()) {
    const height = top - (tops[at] ?? 0)
    expect(height).toBeGreaterThanOrEqual(72)
    expect(height).toBeLessThanOrEqual(96)
  }
})

test('cards that come into the window because something above them went are shown', async () => {
  await page.viewport(390, 844)
  const above = document.body.insertBefore(document.createElement('div'), document.body.firstChild)
  onTestFinished(() => above.remove())
  above.style.height = '5000px'
  await renderStack(Array.from({ length: 9 }, () => ({})))
  await expect.poll(() => cards.elements().length).toBe(7)
  above.style.height = '0'
  await expect.poll(() => cards.elements().length).toBe(9)
})

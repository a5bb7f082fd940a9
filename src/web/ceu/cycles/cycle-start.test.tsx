import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ceuCycle, ceuCycleItems, cycleProposals } from '#shared/ceu/cycle.ts'
import { credential } from '#shared/credentials/credential.ts'
import { sampleCertification, sampleLicense } from '#shared/credentials/sample.ts'
import { blsProposal, ceuNow, texasCycle, texasProposal } from '#testing/web/ceu-samples.ts'
import { alert, button, toast } from '#testing/web/fields.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp, stopClock } from '#testing/web/render.tsx'
import { CredentialCycleOffer, CredentialCycleView } from './credential-cycle-view.tsx'
import { CycleListView } from './cycle-list-view.tsx'

const proposalsPath = '/api/ceu-cycles/proposals'
const answered = {
  ...{ id: texasProposal.credentialId, status: 'active', daysLeft: 0, dateMissing: false },
  ...{ followsSchedule: false, archivedAt: null, createdAt: ceuNow, updatedAt: ceuNow },
}
const license = credential.parse({ ...sampleLicense, ...answered })
const bls = credential.parse({ ...sampleCertification, reminderDays: 30, ...answered })

async function renderOn(shown: typeof license, proposal = texasProposal) {
  stopClock(ceuNow)
  const network = stubNetwork()
  network.answer('GET', '/api/ceu-cycles', ceuCycleItems, { items: [] })
  network.answer('GET', proposalsPath, cycleProposals, { items: [proposal] })
  network.answer('POST', '/api/ceu-cycles', ceuCycle, texasCycle)
  const app = await renderInApp(
    <>
      <CredentialCycleOffer credential={shown} />
      <CredentialCycleView credential={shown} />
    </>,
    { route: '/credentials/$id', path: `/credentials/${shown.id}` },
  )
  return { ...app, network }
}

const start = button('Start tracking: Texas RN')
const answerHasCycle = (network: ReturnType<typeof stubNetwork>, hasCycle: boolean) => {
  network.answer('GET', proposalsPath, cycleProposals, { items: [{ ...texasProposal, hasCycle }] })
  network.answer('GET', '/api/ceu-cycles', ceuCycleItems, { items: hasCycle ? [texasCycle] : [] })
}

test('a license offers its cycle in one line, which one tap starts and Undo removes', async () => {
  const { network } = await renderOn(license)
  await expect.element(page.getByText('Texas RN: 20 hours and 2 topics by Mar 31, 2027')).toBeVisible()
  await expect.element(start).toBeVisible()
  network.reply('POST', '/api/ceu-cycles', () => {
    answerHasCycle(network, true)
    return Response.json(texasCycle, { status: 201 })
  })
  await userEvent.dblClick(start)
  await expect.element(toast).toMatchTextContent('Tracking CE for Texas RN license')
  await expect.element(start).not.toBeInTheDocument()
  await expect.element(page.getByRole('link', { name: 'CE: 12 of 20 hours' })).toBeVisible()
  expect(network.bodies('POST', '/api/ceu-cycles')).toMatchObject([
    {
      ...{ licenseId: license.id, ruleId: 'TX-RN', cycleStart: '2025-04-01', cycleEnd: '2027-03-31' },
      ...{ requiredHours: 20, topics: texasProposal.topics, answers: { firstRenewal: null, topics: [] } },
    },
  ])
  network.answerEmpty('DELETE', `/api/ceu-cycles/${texasCycle.id}`)
  answerHasCycle(network, false)
  await userEvent.click(button('Undo'))
  await expect.element(start).toBeVisible()
  expect(network.sent('DELETE', `/api/ceu-cycles/${texasCycle.id}`)).toHaveLength(1)
})

test('the CE tab offers cycles that are over last, says so, and fills no button of theirs', async () => {
  stopClock(ceuNow)
  const network = stubNetwork()
  const [ended, current] = [
    { ...texasProposal, cycleEnd: '2026-11-20' },
    { ...texasProposal, credentialId: bls.id.replace(/.$/, '9'), credentialTitle: 'Ohio RN license' },
  ]
  network.answer('GET', '/api/ceu-cycles', ceuCycleItems, { items: [] })
  network.answer('GET', proposalsPath, cycleProposals, { items: [ended, current] })
  await renderInApp(<CycleListView />, { route: '/credentials', path: '/credentials' })
  const offers = page.getByRole('region', { name: 'Suggested cycles' }).getByRole('article')
  await expect.element(offers.nth(0)).toMatchTextContent('Ohio RN: 20 hours and 2 topics by Mar 31, 2027')
  await expect
    .element(offers.nth(1))
    .toMatchTextContent('Texas RN: 20 hours and 2 topics · ended Nov 20, 2026')
  expect(document.querySelectorAll('article .bg-accent')).toHaveLength(1)
})

test('without a date of its cycle the license asks for it', async () => {
  const undated = { expiresAt: null, cycleStart: null, cycleEnd: null, possibleEnds: ['2027-03-31'] }
  const { href } = await renderOn(license, { ...texasProposal, ...undated })
  await expect.element(page.getByText('Texas RN: 20 hours and 2 topics', { exact: true })).toBeVisible()
  await expect.element(start).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('link', { name: 'Choose the dates: Texas RN' }))
  await expect.poll(href).toContain(`/credentials/cycles/new?credentialId=${license.id}`)
})

test('an error is shown, and the offer stays', { tags: 'long' }, async () => {
  const { network } = await renderOn(license)
  network.refuse('POST', '/api/ceu-cycles', 'unavailable')
  await userEvent.click(start)
  await expect.element(page.getByText('The cycle was not added')).toBeVisible()
  await expect.element(start).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
})

test('a life support card says nothing about CE', async () => {
  const { network } = await renderOn(bls, { ...blsProposal, credentialId: bls.id })
  await expect.poll(() => network.sent('GET', proposalsPath).length).toBe(1)
  await expect.element(page.getByText(/CE|education|hours/)).not.toBeInTheDocument()
})

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { packetCheck } from '#shared/ceu/packet.ts'
import { credential } from '#shared/credentials/credential.ts'
import { initialValuesOf, licenseDisplay } from '#shared/credentials/field-display.ts'
import { ceuNow, ethicsEntry, texasCycle } from '#testing/web/ceu-samples.ts'
import { type NetworkStub, stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { PacketDialog } from './packet-dialog.tsx'

const packetPath = `/api/ceu-cycles/${texasCycle.id}/packet`
const dialog = page.getByRole('dialog', { name: 'Check before you send' })
const create = dialog.getByRole('button', { name: 'Create the PDF' })
const encoder = new TextEncoder()

let network: NetworkStub
/** The names of the saved files. */
let saved: string[]
beforeEach(() => {
  network = stubNetwork()
  network.answer('GET', `/api/credentials/${texasCycle.licenseId}`, credential, {
    ...{
      ...initialValuesOf(licenseDisplay),
      reminderDays: 30,
      followsSchedule: true,
      kind: 'license',
      type: 'RN',
      state: 'TX',
      issuer: 'Texas Board of Nursing',
    },
    ...{
      title: 'Texas RN license',
      id: texasCycle.licenseId ?? '',
      number: null,
      expiresAt: '2027-03-31',
      archivedAt: null,
    },
    ...{ status: 'active', daysLeft: 130, dateMissing: false, createdAt: ceuNow, updatedAt: ceuNow },
  })
  network.answer('GET', `${packetPath}/check`, packetCheck, { undrawn: [] })
  saved = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})
afterEach(() => vi.restoreAllMocks())

async function renderDialog(entries = [ethicsEntry]) {
  const onClose = vi.fn()
  await renderInApp(<PacketDialog cycle={texasCycle} entries={entries} isOpen onClose={onClose} />)
  await expect.element(dialog).toBeVisible()
  return { onClose }
}

/** Responds with a body that the test sends piece by piece. */
function streamPacket() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  network.reply('GET', packetPath, () => new Response(readable))
  return {
    line: (value: object) => writer.write(encoder.encode(`${JSON.stringify(value)}\n`)),
    bytes: (text: string) => writer.write(encoder.encode(text)),
    end: () => writer.close(),
  }
}

describe('the audit packet', () => {
  test('says what its PDF will leave out', async () => {
    network.answer('GET', `${packetPath}/check`, packetCheck, { undrawn: ['🎉'] })
    await renderDialog()
    await expect
      .element(dialog.getByRole('region', { name: /^Good to know/ }))
      .toMatchTextContent(/The PDF will leave out 🎉, because its fonts do not have them\./)
  })

  test('says what is in it, and what is missing', async () => {
    await renderDialog([ethicsEntry, { ...ethicsEntry, fileId: 'a', fileIds: ['a', 'b'] }])
    await expect.element(dialog).toMatchTextContent(/a list of all 2 entries/)
    await expect.element(dialog).toMatchTextContent(/and the 2 certificates in that order/)
    const missing = dialog.getByRole('region', { name: /^Missing/ })
    await expect.element(missing).toMatchTextContent(/8 hours of the required 20\./)
    await expect
      .element(missing)
      .toMatchTextContent(
        /1\. Ethics at the bedside, Feb 14, 2026\s*the certificate, the name on the certificate, .*\.\s*Complete it/,
      )
    await expect
      .element(missing.getByRole('link', { name: 'Complete it' }).first())
      .toHaveAttribute('href', `/credentials/entries/${ethicsEntry.id}?cycleId=${texasCycle.id}#certificate`)
    await expect
      .element(missing.getByRole('link', { name: 'Add the number' }))
      .toHaveAttribute('href', `/credentials/${texasCycle.licenseId}/edit#number`)
    await expect.element(missing).toMatchTextContent(/The number of your license or certification\./)
    const source = dialog.getByRole('region', { name: 'Sources' }).getByRole('link').first()
    await expect.element(source).toHaveAttribute('href', 'https://www.bon.texas.gov/ce')
    await expect.element(source).toMatchTextContent(/^Texas Board of Nursing · bon\.texas\.gov/)
    await expect.element(create).toBeEnabled()
  })

  test('is made with its progress shown, then saved under its name', async () => {
    await renderDialog()
    const packet = streamPacket()
    await userEvent.click(create)
    const bar = dialog.getByRole('progressbar', { name: 'Creating the packet' })
    await expect.element(bar).toMatchTextContent('Preparing…')
    await packet.line({ done: 1, total: 3 })
    await expect.element(bar).toHaveAttribute('aria-valuetext', '1 of 3 certificates')
    await packet.line({ done: 3, total: 3 })
    await expect.element(bar).toMatchTextContent('All certificates added. Finishing…')
    await packet.line({ name: 'CE packet.pdf', size: 4 })
    await packet.bytes('%PDF')
    await expect.element(dialog.getByRole('status')).toHaveTextContent('Saved as “CE packet.pdf”.')
    expect(saved).toEqual(['CE packet.pdf'])
    expect(network.sent('GET', packetPath).map(({ query }) => query)).toEqual([
      { format: 'pdf', progress: 'true' },
    ])
    await expect.element(dialog.getByRole('button', { name: 'Create the PDF again' })).toBeVisible()
  })

  test('that is cut off is not saved, and can be made again', async () => {
    await renderDialog()
    const packet = streamPacket()
    await userEvent.click(create)
    await packet.line({ name: 'CE packet.pdf', size: 400 })
    await packet.bytes('%PDF')
    await packet.end()
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('The download was interrupted.')
    expect(saved).toEqual([])
    const second = streamPacket()
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
    await second.line({ name: 'CE packet.pdf', size: 1 })
    await second.bytes('%')
    await expect.element(dialog.getByRole('status')).toMatchTextContent('Saved as')
  })

  test('that fails halfway says why', async () => {
    await renderDialog()
    const packet = streamPacket()
    await userEvent.click(create)
    await packet.line({ problem: { code: 'packet_failed' } })
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Packet not created')
  })

  test.each([
    ['too_many_requests', { retryAfter: 60 }, 'Try again in 60 seconds.'],
    ['unavailable', {}, 'cannot reach its database'],
    ['ceu_cycle_not_found', {}, 'CEU cycle not found'],
  ] as const)('that is refused (%s) says so', async (code, details, sentence) => {
    await renderDialog()
    network.refuse('GET', packetPath, code, details)
    await userEvent.click(create)
    await expect.element(dialog.getByRole('alert')).toMatchTextContent(sentence)
  })

  test('is stopped by Cancel, and saves nothing', async () => {
    await renderDialog()
    network.hold('GET', packetPath)
    await userEvent.click(create)
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await expect.element(create).toBeVisible()
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
    expect(saved).toEqual([])
  })

  test('is stopped when the dialog is closed', async () => {
    const { onClose } = await renderDialog()
    network.hold('GET', packetPath)
    await userEvent.click(create)
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
    await expect.element(dialog.getByRole('progressbar')).not.toBeInTheDocument()
  })

  test('has a ZIP that the browser downloads itself', async () => {
    await renderDialog()
    const zip = dialog.getByRole('link', { name: 'Download as ZIP' })
    await expect.element(zip).toHaveAttribute('href', `${packetPath}?format=zip`)
    await expect.element(zip).toHaveAttribute('download')
  })
})

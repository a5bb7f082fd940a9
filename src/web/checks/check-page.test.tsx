import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { codeAnswer } from '#shared/checks/contract.ts'
import { signedText, tailOf } from '#shared/checks/statement.ts'
import { alert, button } from '#testing/web/fields.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp, stopClock } from '#testing/web/render.tsx'
import { CheckPage } from './check-page.tsx'

const code = '7K3QM2XA7K3QM2XA7K3QM2XA7K3Q'
const madeAt = '2026-11-26T15:00:00.000Z'
const known = { kind: 'sharePacket', madeAt, linkEndsAt: '2026-12-03T15:00:00.000Z' } as const
let pem: string
let packet: string

const base64 = (bytes: ArrayBuffer) => btoa(String.fromCharCode(...new Uint8Array(bytes)))
const hex = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** A document of an installation that exists only here. */
beforeAll(async () => {
  const { subtle } = crypto
  const keys = (await subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
  const der = await subtle.exportKey('spki', keys.publicKey)
  pem = `-----BEGIN PUBLIC KEY-----\n${base64(der)}\n-----END PUBLIC KEY-----\n`
  const content = '%PDF-1.7\nstartxref\n0\n%%EOF\n'
  const bytes = new TextEncoder().encode(content)
  const sha256 = hex(await subtle.digest('SHA-256', bytes))
  const key = hex(await subtle.digest('SHA-256', der)).slice(0, 16)
  const text = signedText({ code, kind: 'sharePacket', madeAt, size: bytes.length, sha256, key })
  const signature = base64(await subtle.sign('Ed25519', keys.privateKey, new TextEncoder().encode(text)))
  packet = `${content}${tailOf('pdf', text, signature)}`
})

async function renderPage() {
  stopClock('2026-12-10T12:00:00Z')
  const network = stubNetwork()
  network.reply('GET', '/api/check/key', () => new Response(pem))
  network.answer('POST', '/api/check', codeAnswer, { known })
  await renderInApp(<CheckPage />, { route: '/check', user: null })
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  return network
}

async function choose(bytes: string, name = 'packet.pdf') {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no file input')
  await userEvent.upload(input, new File([bytes], name))
}
const result = (name: string | RegExp) => page.getByRole('status').getByRole('heading', { name })
const text = (words: string | RegExp) => page.getByText(words)

describe('a file', () => {
  test('that is unchanged says when it was made and when its link ended', async () => {
    const network = await renderPage()
    await choose(packet)
    await expect.element(result(/^Unchanged since Nov 26, 2026, .* CST$/)).toBeVisible()
    await expect.element(text(/with a share link that ended on Dec 3, 2026/)).toBeVisible()
    await expect.element(text('7K3Q-M2XA-7K3Q-M2XA-7K3Q-M2XA-7K3Q')).toBeVisible()
    expect(network.bodies('POST', '/api/check')).toEqual([{ code }])
  })

  test('of an account that is gone is unchanged, with a code that is unknown now', async () => {
    const network = await renderPage()
    network.answer('POST', '/api/check', codeAnswer, { known: null })
    await choose(packet)
    await expect.element(result(/^Unchanged since/)).toBeVisible()
    await expect
      .element(text(/does not know the code of the file now.*The file is unchanged all the same/))
      .toBeVisible()
  })

  test('is checked although nobody can be asked about its code', async () => {
    const network = await renderPage()
    network.refuse('POST', '/api/check', 'too_many_requests', { retryAfter: 60 })
    await choose(packet)
    await expect.element(result(/^Unchanged since/)).toBeVisible()
    await expect.element(text(/could not ask whether its share link has ended/)).toBeVisible()
  })

  test('that changed or is unknown asks nothing', async () => {
    const network = await renderPage()
    await choose(packet.replace('startxref', 'startxreg'))
    await expect.element(result('Changed')).toBeVisible()
    await choose('%PDF-1.7\n%%EOF\n', 'other.pdf')
    await expect.element(result('Unknown file')).toBeVisible()
    await expect.element(text('other.pdf')).toBeVisible()
    expect(network.sent('POST', '/api/check')).toEqual([])
  })

  test('cannot be checked without the key, and then can', async () => {
    const network = await renderPage()
    network.disconnect('GET', '/api/check/key')
    await choose(packet)
    await expect.element(alert).toMatchTextContent('The key that files are checked with could not be loaded')
    network.reply('GET', '/api/check/key', () => new Response(pem))
    await button('Try again').click()
    await expect.element(result(/^Unchanged since/)).toBeVisible()
  })

  test('that is too large, or a browser that cannot verify, gets no verdict', async () => {
    await renderPage()
    const importing = vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new Error('NotSupportedError'))
    await choose(packet)
    await expect.element(result('Could not be checked here')).toBeVisible()
    await expect.element(text(/This browser cannot check signatures/)).toBeVisible()
    importing.mockRestore()
    const size = vi.spyOn(Blob.prototype, 'size', 'get').mockReturnValue(256 * 1024 ** 2 + 1)
    onTestFinished(() => void size.mockRestore())
    await choose(packet, 'huge.pdf')
    await expect.element(text(/are too large to check in a browser/)).toBeVisible()
  })
})

describe('a code from a printed page', () => {
  const look = async (typed: string) => {
    await page.getByLabelText('Code on the page').fill(typed)
    await button('Look up').click()
  }

  test('tells what was made, and that this is not the page', async () => {
    const network = await renderPage()
    await look('7k3q m2xa')
    await expect.element(text(/^A file with this code was made on Nov 26, 2026, .* CST\.$/)).toBeVisible()
    await expect.element(text(/a code can be copied onto any page/)).toBeVisible()
    expect(network.bodies('POST', '/api/check')).toEqual([{ code: '7k3q m2xa' }])
  })

  test('is unknown, or asked too often', async () => {
    const network = await renderPage()
    network.answer('POST', '/api/check', codeAnswer, { known: null })
    await look('1234')
    await expect.element(text('This website does not know this code now')).toBeVisible()
    network.refuse('POST', '/api/check', 'too_many_requests', { retryAfter: 60 })
    await look('5678')
    await expect.element(alert).toMatchTextContent('Try again in 60 seconds.')
  })
})

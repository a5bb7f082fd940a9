import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { filePage } from '#shared/files/file.ts'
import { stubCredentialNetwork } from '#testing/web/credential-network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { stubUploads } from '#testing/web/uploads.ts'
import { pdfLoading, writtenPdf } from '#testing/web/written-pdf.ts'
import { UploadPage } from './upload-page.tsx'

type Message = { action?: string }

/** Keeps pdf.js from reading the text of a page until the test lets it. */
function holdPdfText() {
  const { postMessage } = Worker.prototype
  const held: (() => void)[] = []
  let isHolding = true
  Worker.prototype.postMessage = function hold(this: Worker, message: Message, transfer: unknown) {
    const send = () => Reflect.apply(postMessage, this, [message, transfer])
    if (isHolding && message.action === 'GetTextContent') held.push(send)
    else send()
  }
  onTestFinished(() => {
    Worker.prototype.postMessage = postMessage
  })
  return {
    count: () => held.length,
    letGo: () => {
      isHolding = false
      for (const send of held.splice(0)) send()
    },
  }
}

const pdf = (name: string, line: string) => new File([writtenPdf([line])], name, { type: 'application/pdf' })

test(
  'files that become one credential while they are being read are read by its form',
  pdfLoading,
  async () => {
    const network = stubCredentialNetwork()
    network.answer('GET', '/api/upload', filePage, { items: [], nextCursor: null })
    stubUploads()
    const text = holdPdfText()
    await renderInApp(<UploadPage />, { path: '/upload?kind=license' })
    const input = document.querySelector<HTMLInputElement>('input[type=file][multiple]')
    if (!input) throw new Error('There is nothing to choose files with')
    await userEvent.upload(input, [pdf('card.pdf', 'License No.: 884213'), pdf('back.pdf', 'Texas')])
    await expect.poll(text.count, { timeout: 20_000 }).toBeGreaterThan(0)
    await userEvent.click(page.getByRole('button', { name: 'Attach all to one credential' }))
    await expect.element(page.getByRole('list', { name: 'Files' })).toMatchTextContent(/card\.pdf.*back\.pdf/)
    text.letGo()
    await expect.element(page.getByRole('textbox', { name: 'Number', exact: true })).toHaveValue('884213')
    await expect.element(page.getByText(/^What could be read is marked below/)).toBeVisible()
  },
)

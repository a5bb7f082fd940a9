import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { filePage, type File as StoredFile } from '#shared/files/file.ts'
import { type ReceivedMail, receivedMails } from '#shared/mail-in/mail-in.ts'
import { stubCredentialNetwork } from '#testing/web/credential-network.ts'
import { alert, button } from '#testing/web/fields.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { sampleId, sampleNow } from '#testing/web/share-samples.ts'
import { stubUploads } from '#testing/web/uploads.ts'
import { writtenPdf } from '#testing/web/written-pdf.ts'
import { siteConfig } from '#web/config/site.ts'
import { UploadPage } from '#web/upload/upload-page.tsx'

const certificate: StoredFile = {
  id: sampleId(1),
  name: 'sepsis.pdf',
  size: 2048,
  mimeType: 'application/pdf',
  sha256: 'a',
  resourceType: null,
  resourceId: null,
  createdAt: sampleNow,
}
const another: StoredFile = { ...certificate, id: sampleId(2) }
const mail: ReceivedMail = {
  id: sampleId(20),
  sender: 'school@nurses.example',
  subject: 'Your certificate',
  receivedAt: sampleNow,
  isHeld: false,
  checks: { spf: 'pass', dkim: 'fail', dmarc: null },
  refused: [],
  files: [certificate],
}

const list = page.getByRole('region', { name: /^From your email/ })
const leftovers = page.getByRole('region', { name: /^Uploaded, not attached yet/ })

beforeEach(() => {
  siteConfig.hasMailIn = true
  onTestFinished(() => {
    siteConfig.hasMailIn = false
  })
})

async function renderPage(items: ReceivedMail[], { fails = false } = {}) {
  const network = stubCredentialNetwork()
  stubUploads()
  const received = (mails: ReceivedMail[]) => {
    network.answer('GET', '/api/mail-in/mails', receivedMails, { items: mails })
    const files = mails.filter(({ isHeld }) => !isHeld).flatMap((each) => each.files)
    network.answer('GET', '/api/upload', filePage, { items: files, nextCursor: null })
  }
  received(items)
  // Whatever the emails have: pdf.js may still ask for a file that the page of the test before this one has just closed.
  for (const { id } of [certificate, another])
    network.reply('GET', `/api/upload/${id}/content`, () => new Response(writtenPdf(['Sepsis Update'])))
  if (fails) network.refuse('GET', '/api/mail-in/mails', 'unexpected')
  await renderInApp(<UploadPage />, { path: '/upload' })
  return { network, received }
}

test('files from email are listed once, with who sent them, and one is used without another upload', async () => {
  await renderPage([mail])
  await expect.element(list.getByRole('heading')).toHaveTextContent('From your email (1)')
  await expect.element(list).toMatchTextContent('Your certificateschool@nurses.example · Nov 21, 2026')
  await expect.element(leftovers).not.toBeInTheDocument()
  await userEvent.click(button('Use sepsis.pdf'))
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(button('Use sepsis.pdf')).not.toBeInTheDocument()
})

describe('an email from a sender who is not allowed', () => {
  const held = { ...mail, isHeld: true }
  const path = `/api/mail-in/mails/${mail.id}`

  test('shows its files, but uses none before it is allowed', async () => {
    const { network, received } = await renderPage([held])
    await expect.element(list).toMatchTextContent('An email from school@nurses.example is on hold.')
    await expect.element(list).toMatchTextContent('sepsis.pdf')
    await expect.element(button('Use sepsis.pdf')).not.toBeInTheDocument()
    network.answerEmpty('POST', `${path}/allow`)
    received([mail])
    await userEvent.click(button('Always allow this sender'))
    await expect.element(button('Use sepsis.pdf')).toBeVisible()
    expect(network.bodies('POST', `${path}/allow`)).toEqual([{ remember: true }])
  })

  test('is deleted only after a question; if that fails, it stays with the reason', async () => {
    const { network, received } = await renderPage([held])
    const question = page.getByRole('alertdialog', { name: 'Delete this email?' })
    const remove = async () => {
      await userEvent.click(list.getByRole('button', { name: 'Delete' }))
      await userEvent.click(question.getByRole('button', { name: 'Delete email' }))
    }
    await userEvent.click(list.getByRole('button', { name: 'Delete' }))
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
    expect(network.sent('DELETE', path)).toEqual([])
    network.refuse('DELETE', path, 'unexpected')
    await remove()
    await expect.element(alert).toBeVisible()
    await expect.element(list).toMatchTextContent('sepsis.pdf')
    network.answerEmpty('DELETE', path)
    received([])
    await remove()
    await expect.element(list).not.toBeInTheDocument()
  })

  test('waits at the button that was pressed, and the others cannot be pressed meanwhile', async () => {
    const { network, received } = await renderPage([held])
    const answer = Promise.withResolvers<Response>()
    network.reply('POST', `${path}/allow`, () => answer.promise)
    await userEvent.click(button('Allow once'))
    await expect.element(list.getByRole('button', { name: 'Working' })).toMatchTextContent('Allow once')
    await expect.element(button('Always allow this sender')).toBeDisabled()
    await expect.element(list.getByRole('button', { name: 'Delete' })).toBeDisabled()
    received([mail])
    answer.resolve(new Response(null, { status: 204 }))
    await expect.element(button('Use sepsis.pdf')).toBeVisible()
  })

  test('cannot always be allowed if it has no sender', async () => {
    await renderPage([{ ...held, sender: '' }])
    await expect.element(list).toMatchTextContent('Unknown sender')
    await expect.element(button('Allow once')).toBeVisible()
    await expect.element(button('Always allow this sender')).not.toBeInTheDocument()
  })
})

test('says of each file why it was not accepted', async () => {
  const refused = [
    { name: 'winmail.dat', reason: 'winmail' as const },
    { name: 'all.zip', reason: 'archive' as const },
  ]
  await renderPage([{ ...mail, files: [], refused, checks: null }])
  await expect.element(list.getByRole('heading')).toHaveTextContent('From your email')
  await expect.element(list).toMatchTextContent('winmail.datNot accepted: Outlook packed its files')
  await expect.element(list).toMatchTextContent('all.zipNot accepted: ZIP archives')
  await expect.element(button('Dismiss')).toBeVisible()
})

test('says of an email that could not be read what to do', async () => {
  await renderPage([{ ...mail, files: [], refused: [{ name: '', reason: 'unreadable' }] }])
  await expect
    .element(list)
    .toMatchTextContent('This email could not be read. Upload its files here instead.')
  await expect.element(button('Dismiss')).toBeVisible()
})

test('offers of an email on hold that could not be read only what helps', async () => {
  const refused = [{ name: '', reason: 'mailTooLarge' as const }]
  await renderPage([{ ...mail, isHeld: true, files: [], refused }])
  await expect.element(list).toMatchTextContent('This email is larger than 40 MB, so it was not read.')
  await expect.element(button('Always allow this sender')).toBeVisible()
  await expect.element(button('Allow once')).not.toBeInTheDocument()
})

test('shows emails with files to use first', async () => {
  const empty = { ...mail, id: sampleId(21), subject: 'Thanks', files: [] }
  const held = {
    ...mail,
    id: sampleId(22),
    subject: 'Who is it',
    isHeld: true,
    files: [another],
  }
  await renderPage([empty, held, mail])
  await expect.element(list).toMatchTextContent(/Your certificate.*Who is it.*Thanks/s)
})

test.each([
  [{ spf: 'pass', dkim: 'pass', dmarc: 'pass' }, 'Sender checks: all passed.'],
  [{ spf: 'pass', dkim: 'none', dmarc: null }, 'Sender checks: passed (SPF). The rest is unknown.'],
  [{ spf: 'none', dkim: null, dmarc: 'temperror' }, 'Sender checks: unknown.'],
  [
    { spf: 'pass', dkim: 'fail', dmarc: 'pass' },
    'Sender checks: one failed (DKIM). The address may be forged',
  ],
  [
    { spf: 'softfail', dkim: 'none', dmarc: 'fail' },
    'Sender checks: 2 failed (SPF, DMARC). The address may be',
  ],
])('says in words what the checks of the sender found', async (checks, text) => {
  await renderPage([{ ...mail, checks }])
  await expect.element(list).toMatchTextContent(text)
})

test('is closed at first on a phone, where the form would begin below it', async () => {
  await page.viewport(390, 844)
  await renderPage([mail])
  await expect.element(button('Use sepsis.pdf')).not.toBeInTheDocument()
  await userEvent.click(list.getByRole('heading'))
  await expect.element(button('Use sepsis.pdf')).toBeVisible()
})

test('says that an email had no document', async () => {
  await renderPage([{ ...mail, files: [], subject: '' }])
  await expect.element(list).toMatchTextContent('No subject')
  await expect.element(list).toMatchTextContent('This email has no PDF or photo.')
})

test('says that emails could not be loaded, and loads them again', async () => {
  const { received } = await renderPage([], { fails: true })
  await expect.element(alert).toMatchTextContent(/files from your email/)
  received([mail])
  await userEvent.click(button('Try again'))
  await expect.element(list).toMatchTextContent('sepsis.pdf')
})

import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { PdfCaution } from './pdf-caution-view.tsx'
import { PdfView } from './pdf-view.tsx'

async function aPdf(change: (pdf: PDFDocument) => void = () => {}): Promise<Blob> {
  const pdf = await PDFDocument.create()
  pdf.addPage([300, 200]).drawText('Please wait... ', { x: 20, y: 100 })
  change(pdf)
  return new Blob([(await pdf.save()) as Uint8Array<ArrayBuffer>], { type: 'application/pdf' })
}

const locked = () => aPdf((pdf) => pdf.encrypt({ userPassword: 'secret', ownerPassword: 'other' }))

test.each([
  ['a locked PDF', locked, /protected by a password/],
  [
    'a portfolio',
    () => aPdf(({ catalog, context }) => catalog.set(PDFName.of('Collection'), context.obj({ View: 'T' }))),
    /sees only its cover page/,
  ],
  [
    'an XFA form',
    () =>
      aPdf(({ catalog, context }) =>
        catalog.set(
          PDFName.of('AcroForm'),
          context.obj({ Fields: [], XFA: context.register(context.stream('<xdp/>')) }),
        ),
      ),
    /opens only in Adobe Acrobat/,
  ],
])('tells the owner what an employer sees of %s', async (_, make, sentence) => {
  const screen = await render(<PdfCaution source={await make()} />)
  await expect.element(screen.getByRole('status').getByText(sentence)).toBeVisible()
})

test('says nothing about an ordinary PDF', async () => {
  const bytes = await aPdf()
  const screen = await render(
    <>
      <PdfCaution source={bytes} />
      <PdfView source={bytes} name="card.pdf" />
    </>,
  )
  await expect.element(screen.getByRole('img', { name: 'Page 1 of 1 of card.pdf' })).toBeVisible()
  expect(screen.container.querySelector('[role=status]')).toBeNull()
})

test('a view of a locked PDF says why it is empty', async () => {
  const screen = await render(<PdfView source={await locked()} name="card.pdf" />)
  await expect.element(screen.getByText(/protected by a password/)).toBeVisible()
})

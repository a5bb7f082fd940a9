// Reads a file of the corpus into words, with the browser's libraries and preparation.
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { wordsOfPdf } from '#shared/reading/pdf-words.ts'

export async function openReader(medium) {
  return medium === 'pdf' ? { read: readPdf, close() {} } : (await import('./recognize.mjs')).openRecognizer()
}

async function readPdf(bytes) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: true })
  const pdf = await task.promise
  const pages = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const [, , width, height] = page.view
    pages.push({ number, width, height, words: wordsOfPdf(items, number, height) })
  }
  await task.destroy()
  return pages
}

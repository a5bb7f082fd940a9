// Reads a file of the corpus into words, with the browser's libraries and preparation.
import { spawnSync } from 'node:child_process'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { wordsOfPdf } from '#shared/reading/pdf-words.ts'

const openRecognizer = async () => (await import('./recognize.mjs')).openRecognizer()

export async function openReader(medium) {
  if (medium !== 'pdf') return openRecognizer()
  let recognizer
  return {
    async read(bytes) {
      const pages = await readPdf(bytes)
      if (pages.some(({ words }) => words.length > 0)) return pages
      recognizer ??= openRecognizer()
      const [first] = await (await recognizer).read(drawn(bytes))
      return [first]
    },
    close() {},
  }
}

/** Like the browser's: of a scan, poppler draws the first page. */
function drawn(bytes) {
  const size = ['-scale-to-x', '1600', '-scale-to-y', '-1']
  const { stdout, status } = spawnSync('pdftoppm', ['-png', '-singlefile', ...size, '-'], {
    input: bytes,
    maxBuffer: 2 ** 28,
  })
  if (status !== 0) throw new Error('The page of a scan could not be drawn: is poppler installed?')
  return stdout
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

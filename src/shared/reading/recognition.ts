import type { Box, ReadPage, Word } from './page.ts'
import { evenPaper, type GrayPicture, toGrayMap, turned } from './picture.ts'

/** What is used of Tesseract, compiled to WebAssembly. */
export type Tesseract = {
  FS: { writeFile(path: string, data: Uint8Array): void }
  TessBaseAPI: new () => TesseractApi
}
type TesseractApi = {
  Init(path: null, language: string, engine: number): number
  SetVariable(name: string, value: string): void
  SetImageFile(orientation: number, radians: number): number
  FindLines(): number
  GetGradient(): number
  Recognize(monitor: null): number
  GetTSVText(page: number): string
}
export type Recognizer = { recognize(picture: GrayPicture, number: number): ReadPage }

const LSTM_ONLY = 1
/** "Find as much text as possible, in columns or not": cards have no paragraphs. */
const SPARSE_TEXT = '11'

/** `language` is the unpacked model of English. */
export function openRecognizer(tesseract: Tesseract, language: Uint8Array): Recognizer {
  tesseract.FS.writeFile('./eng.traineddata', language)
  const api = new tesseract.TessBaseAPI()
  if (api.Init(null, 'eng', LSTM_ONLY) === -1) throw new Error('The reader did not start')
  return { recognize: (picture, number) => recognizeUpright({ tesseract, api }, picture, number) }
}

type Engine = { tesseract: Tesseract; api: TesseractApi }

/** Fewer words than these, read with confidence: the picture may lie on its side. */
const FEWEST_WORDS = 6
const READABLE = 60

function recognizeUpright(engine: Engine, picture: GrayPicture, number: number): ReadPage {
  const even = evenPaper(picture)
  let best: { page: ReadPage; turns: number; score: number } | null = null
  for (const turns of [0, 1, 3, 2]) {
    const page = recognizeStraight(engine, turned(even, turns), number)
    const score = page.words.filter(
      ({ confidence, text }) => confidence >= READABLE && text.length > 2,
    ).length
    if (best === null || score > best.score) best = { page, turns, score }
    if (score >= FEWEST_WORDS) break
  }
  if (best === null) return { number, width: picture.width, height: picture.height, words: [] }
  return turnedBack(best.page, best.turns)
}

/** Smaller angles are read as well as none. */
const SMALLEST_ANGLE = 0.004

function recognizeStraight({ tesseract, api }: Engine, picture: GrayPicture, number: number): ReadPage {
  tesseract.FS.writeFile('/input', toGrayMap(picture))
  api.SetVariable('tessedit_pageseg_mode', '3')
  setImage(api, 0)
  api.FindLines()
  const gradient = api.GetGradient()
  const angle = Math.abs(gradient) >= SMALLEST_ANGLE ? gradient : 0
  api.SetVariable('tessedit_pageseg_mode', SPARSE_TEXT)
  setImage(api, angle)
  api.Recognize(null)
  const words = wordsOfTable(api.GetTSVText(0), number)
  return { number, width: picture.width, height: picture.height, words, tilt: angle }
}

function setImage(api: TesseractApi, radians: number): void {
  if (api.SetImageFile(1, radians) === 1) throw new Error('The picture could not be read')
}

const WORD_LEVEL = '5'

/** Tesseract's table: level, page, block, paragraph, line, word, left, top, width, height, confidence, text. */
export function wordsOfTable(table: string, page: number): Word[] {
  return table.split('\n').flatMap((line): Word[] => {
    const [level, , , , , , left, top, width, height, confidence, text = ''] = line.split('\t')
    if (level !== WORD_LEVEL || text.trim() === '') return []
    const box = { x: Number(left), y: Number(top), width: Number(width), height: Number(height) }
    return [{ text: text.trim(), page, box, confidence: Number(confidence) }]
  })
}

/** The places on the picture as it was before its quarter turns. */
function turnedBack(page: ReadPage, turns: number): ReadPage {
  if (turns % 4 === 0) return page
  const { width, height } = page
  const quarterBack = ({ x, y, width: w, height: h }: Box): Box => ({
    x: y,
    y: width - x - w,
    width: h,
    height: w,
  })
  const words = page.words.map((word) => ({ ...word, box: quarterBack(word.box) }))
  return turnedBack({ ...page, width: height, height: width, words }, turns - 1)
}

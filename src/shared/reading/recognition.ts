import { cardAreaOf } from './card-area.ts'
import { withoutDarkAreas } from './dark-areas.ts'
import type { ReadPage, Word } from './page.ts'
import { evenPaper, type GrayPicture, READ_PIXELS, reduced, toGrayMap, turned } from './picture.ts'
import { withoutLines } from './ruled-lines.ts'
import { liesOnSide } from './upright.ts'

/** The used parts of Tesseract, compiled to WebAssembly. */
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
export type Recognizer = {
  /** `isCropped`: the picture is the card; it need not be looked for. */
  recognize(picture: GrayPicture, number: number, isCropped: boolean): ReadPage
}

const LSTM_ONLY = 1
/** "Find as much text as possible, in columns or not": cards have no paragraphs. */
const SPARSE_TEXT = '11'

/** `language` is the unpacked model of English. */
export function openRecognizer(tesseract: Tesseract, language: Uint8Array): Recognizer {
  tesseract.FS.writeFile('./eng.traineddata', language)
  const api = new tesseract.TessBaseAPI()
  if (api.Init(null, 'eng', LSTM_ONLY) === -1) throw new Error('The reader did not start')
  return {
    recognize: (picture, number, isCropped) => recognizeCard({ tesseract, api }, picture, number, isCropped),
  }
}

type Engine = { tesseract: Tesseract; api: TesseractApi }

/** Fewer words than these, or a smaller share of them, read with confidence: the picture may be upside down. */
const FEWEST_WORDS = 6
const LEAST_SHARE = 0.5
const READABLE = 60
/** With a smaller share of a card, the area may not be that of the card. */
const LEAST_SHARE_OF_CARD = 0.8

type Attempt = { page: ReadPage; words: number; share: number; isReadable: boolean }

function recognizeCard(engine: Engine, source: GrayPicture, number: number, isCropped: boolean): ReadPage {
  const { picture, corners } = cardAreaOf(source, isCropped)
  const { page, isReadable, share, words } = recognizeUpright(
    engine,
    clean(picture, isCropped || corners !== null),
    number,
  )
  if (corners === null) return page
  if (isReadable && share >= LEAST_SHARE_OF_CARD) return { ...page, corners }
  const whole = recognizeUpright(engine, clean(reduced(source, READ_PIXELS), false), number)
  return whole.words > words ? whole.page : { ...page, corners }
}

/** Black print on white paper, without boxes around it. */
const clean = (picture: GrayPicture, isCard: boolean) =>
  withoutLines(evenPaper(withoutDarkAreas(picture, isCard)))

/** The quarter turn in which the most is read; others are tried only if next to nothing is. */
function recognizeUpright(engine: Engine, even: GrayPicture, number: number): Attempt {
  const attempts: Attempt[] = []
  for (const turns of liesOnSide(even) ? [1, 3, 0, 2] : [0, 2, 1, 3]) {
    const read = recognizeStraight(engine, turned(even, turns), number)
    const attempt = { ...readability(read), page: { ...read, turns } }
    if (attempt.isReadable) return attempt
    attempts.push(attempt)
  }
  return attempts.reduce((best, one) => (one.words > best.words ? one : best))
}

function readability({ words }: ReadPage): Omit<Attempt, 'page'> {
  const long = words.filter(({ text }) => text.length > 2)
  const readable = long.filter(({ confidence }) => confidence >= READABLE).length
  const share = long.length === 0 ? 0 : readable / long.length
  return { words: readable, share, isReadable: readable >= FEWEST_WORDS && share >= LEAST_SHARE }
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
  const rows = table.split('\n').flatMap((row) => {
    const [level, , ...rest] = row.split('\t')
    const [block, paragraph, line, , left, top, width, height, confidence, text = ''] = rest
    if (level !== WORD_LEVEL || text.trim() === '') return []
    const box = { x: Number(left), y: Number(top), width: Number(width), height: Number(height) }
    const word: Word = { text: text.trim(), page, box, confidence: Number(confidence) }
    return [{ word, line: `${block} ${paragraph} ${line}` }]
  })
  return rows.map(({ word, line }, at) => {
    const next = rows[at + 1]
    return next?.line === line ? endingBefore(word, next.word) : word
  })
}

/** A box may reach over the words that follow in its line, which then seem to stand in another line. */
function endingBefore(word: Word, next: Word): Word {
  const { x, width } = word.box
  const isCovered = next.box.x > x && next.box.x < x + width
  return isCovered ? { ...word, box: { ...word.box, width: next.box.x - x } } : word
}

import { describe, expect, test } from 'vitest'
import { type GrayPicture, turned } from './picture.ts'
import { openRecognizer, type Tesseract, wordsOfTable } from './recognition.ts'

/** A line of Tesseract's table. */
const row = (text: string, confidence = 90, level = 5) =>
  [level, 1, 1, 1, 1, 1, 40, 50, 120, 20, confidence, text].join('\t')
const words = (count: number, confidence = 90, text = 'Expires') =>
  Array.from({ length: count }, () => row(text, confidence))

type Setup = { init?: number; imageResult?: number; gradient?: number }

/** In place of Tesseract: `read` says which lines it finds in the picture that it was given. */
function recognizerWith(read: (picture: GrayPicture) => string[], setup: Setup = {}) {
  const files = new Map<string, Uint8Array>()
  const calls: string[] = []
  const input = () => pictureOf(files.get('/input') ?? new Uint8Array())
  const tesseract: Tesseract = {
    FS: { writeFile: (path, data) => void files.set(path, data) },
    TessBaseAPI: class {
      Init(path: null, language: string, engine: number) {
        calls.push(`Init ${path} ${language} ${engine}`)
        return setup.init ?? 0
      }
      SetVariable(name: string, value: string) {
        calls.push(`${name} ${value}`)
      }
      SetImageFile(orientation: number, radians: number) {
        calls.push(`SetImageFile ${orientation} ${radians}`)
        return setup.imageResult ?? 0
      }
      FindLines() {
        calls.push('FindLines')
        return 0
      }
      GetGradient() {
        return setup.gradient ?? 0
      }
      Recognize(monitor: null) {
        calls.push(`Recognize ${monitor}`)
        return 0
      }
      GetTSVText(page: number) {
        calls.push(`GetTSVText ${page}`)
        return read(input()).join('\n')
      }
    },
  }
  const open = () => openRecognizer(tesseract, Uint8Array.of(1, 2, 3))
  return { open, calls, files }
}

function pictureOf(file: Uint8Array): GrayPicture {
  const [, width = '', height = ''] =
    new TextDecoder('latin1').decode(file).match(/^P5\n(\d+) (\d+)\n255\n/) ?? []
  const size = { width: Number(width), height: Number(height) }
  return { ...size, data: file.slice(file.length - size.width * size.height) }
}

/** White with a black corner, at the top left. Lines of print are strokes that do not stand below each other. */
const page: GrayPicture = {
  width: 64,
  height: 48,
  data: Uint8Array.from({ length: 64 * 48 }, (_, at) => {
    const [x, y] = [at % 64, Math.floor(at / 64)]
    if (x < 5 && y < 5) return 0
    const isStroke = y % 12 < 8 && (x + 2 * Math.floor(y / 12)) % 6 < 2
    return x > 12 && x < 52 && y > 10 && y < 38 && isStroke ? 40 : 250
  }),
}

/** How many quarter turns to the right the page was turned. */
function turnsOf({ width, height, data }: GrayPicture): number {
  const isBlack = (x: number, y: number) => (data[y * width + x] ?? 255) < 100
  return [
    isBlack(2, 2),
    isBlack(width - 3, 2),
    isBlack(width - 3, height - 3),
    isBlack(2, height - 3),
  ].indexOf(true)
}

describe('a picture', () => {
  test('is read with the model that was given, once to find its lines and once for its words', () => {
    const { open, calls, files } = recognizerWith(() => words(6))
    const read = open().recognize(page, 3, true)
    expect([...(files.get('./eng.traineddata') ?? [])]).toEqual([1, 2, 3])
    expect(calls).toEqual([
      'Init null eng 1',
      'tessedit_pageseg_mode 3',
      'SetImageFile 1 0',
      'FindLines',
      'tessedit_pageseg_mode 11',
      'SetImageFile 1 0',
      'Recognize null',
      'GetTSVText 0',
    ])
    expect(read).toMatchObject({ number: 3, width: 64, height: 48, tilt: 0, turns: 0 })
    expect(read.corners).toBeUndefined()
    expect(read.words).toHaveLength(6)
    expect(read.words[0]).toMatchObject({ text: 'Expires', page: 3 })
  })

  test.each([
    [0.0039, 0],
    [0.004, 0.004],
    [-0.02, -0.02],
  ])('that is crooked by %d is straightened by %d', (gradient, angle) => {
    const { open, calls } = recognizerWith(() => words(6), { gradient })
    expect(open().recognize(page, 1, true).tilt).toBe(angle)
    expect(calls.filter((call) => call.startsWith('SetImageFile'))).toEqual([
      'SetImageFile 1 0',
      `SetImageFile 1 ${angle}`,
    ])
  })

  test.each([0, 1, 2, 3])('that was turned by %i quarters is read upright', (turns) => {
    const { open, calls } = recognizerWith((input) => words(turnsOf(input) === 0 ? 6 : 1))
    const read = open().recognize(turned(page, turns), 1, true)
    expect(read.turns).toBe((4 - turns) % 4)
    expect(read.words).toHaveLength(6)
    // Upright is tried before upside down, and on its side only where it lies on its side.
    expect(calls.filter((call) => call === 'FindLines')).toHaveLength({ 0: 1, 1: 2, 2: 2, 3: 1 }[turns] ?? 0)
  })

  test.each<[what: string, lines: string[], isEnough: boolean]>([
    ['six words', words(6), true],
    ['five words', words(5), false],
    ['six words of two letters', words(6, 90, 'RN'), false],
    ['six words of three letters', words(6, 90, 'BLS'), true],
    ['six words that are read with little confidence', words(6, 59.9), false],
    ['six words that are read with some confidence', words(6, 60), true],
    ['as many words without confidence', [...words(6), ...words(6, 20)], true],
    ['more words without confidence', [...words(6), ...words(7, 20)], false],
    ['many specks', [...words(6), ...words(50, 20, '.')], true],
  ])('with %s is turned no further: %s', (_, lines, isEnough) => {
    const { open, calls } = recognizerWith(() => lines)
    expect(open().recognize(page, 1, true).turns).toBe(0)
    expect(calls.filter((call) => call === 'FindLines')).toHaveLength(isEnough ? 1 : 4)
  })

  test('of which next to nothing can be read is kept as it says most', () => {
    const { open } = recognizerWith((input) => words([2, 4, 3, 4][turnsOf(input)] ?? 0))
    expect(open().recognize(page, 1, true)).toMatchObject({ turns: 1 })
    expect(
      recognizerWith(() => [])
        .open()
        .recognize(page, 1, true),
    ).toMatchObject({ turns: 0, words: [] })
  })
})

describe('a card on a desk', () => {
  const desk: GrayPicture = {
    width: 200,
    height: 150,
    data: Uint8Array.from({ length: 200 * 150 }, (_, at) => {
      const [x, y] = [at % 200, Math.floor(at / 200)]
      if (x <= 30 || x >= 170 || y <= 30 || y >= 120) return 80
      const isStroke = y % 20 < 12 && (x + 3 * Math.floor(y / 20)) % 8 < 3
      return x > 60 && x < 140 && y > 50 && y < 100 && isStroke ? 40 : 240
    }),
  }
  const isWhole = ({ width, height }: GrayPicture) => Math.max(width, height) === 200

  test('is cut out, and all else is not read', () => {
    const { open, calls } = recognizerWith(() => words(6))
    const read = open().recognize(desk, 1, false)
    expect(read.corners?.[0].x).toBeCloseTo(31 / 200, 1)
    expect(read.width).toBeLessThan(150)
    expect(calls.filter((call) => call === 'FindLines')).toHaveLength(1)
  })

  test('is not cut out again by the one who cropped it', () => {
    const read = recognizerWith(() => words(6))
      .open()
      .recognize(desk, 1, true)
    expect(read).toMatchObject({ width: 200, height: 150 })
    expect(read.corners).toBeUndefined()
  })

  test('was none if the whole picture says more', () => {
    const { open } = recognizerWith((input) => words(isWhole(input) ? 5 : 4))
    const read = open().recognize(desk, 1, false)
    expect(read).toMatchObject({ width: 200, height: 150 })
    expect(read.corners).toBeUndefined()
  })

  test('was none if it is read worse than most cards, and the whole picture says more', () => {
    const { open } = recognizerWith((input) => (isWhole(input) ? words(8) : [...words(7), ...words(3, 20)]))
    expect(open().recognize(desk, 1, false).corners).toBeUndefined()
  })

  test('stays cut out if the whole picture says no more', () => {
    const read = recognizerWith(() => words(4))
      .open()
      .recognize(desk, 1, false)
    expect(read.corners).toBeDefined()
    expect(read.words).toHaveLength(4)
  })
})

test('a reader that does not start or cannot take the picture says so', () => {
  expect(() => recognizerWith(() => [], { init: -1 }).open()).toThrow('The reader did not start')
  const { open } = recognizerWith(() => [], { imageResult: 1 })
  expect(() => open().recognize(page, 1, true)).toThrow('The picture could not be read')
})

test('the words are the lines of the lowest level that are not blank', () => {
  const table = [row('', -1, 1), row('Board', 95, 4), row(' Expires ', 96.4), row('  '), '5\t1\t1', ''].join(
    '\n',
  )
  expect(wordsOfTable(table, 2)).toEqual([
    { text: 'Expires', page: 2, confidence: 96.4, box: { x: 40, y: 50, width: 120, height: 20 } },
  ])
})

test('a word ends where the next one of its line begins', () => {
  const place = (text: string, line: number, x: number, width: number) =>
    [5, 1, 1, 1, line, 1, x, 50, width, 20, 90, text].join('\t')
  const table = [
    place('Wound', 1, 40, 300),
    place('Care', 1, 110, 60),
    place('Austin', 1, 100, 400),
    place('Texas', 2, 120, 60),
  ]
  expect(wordsOfTable(table.join('\n'), 1).map(({ text, box }) => [text, box.width])).toEqual([
    ['Wound', 70],
    ['Care', 60],
    ['Austin', 400],
    ['Texas', 60],
  ])
})

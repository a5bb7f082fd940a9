import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFieldsMask, createMask } from './masks.ts'

describe('the ways to write a number', () => {
  const mask = createMask(['TX-884213', 'RN 0012345', 'eCard 2251', '12', 'N/A'])

  it.each([
    ['Texas license TX-884213, front', 'Texas license ••••, front'],
    ['tx884213.pdf', '••••.pdf'],
    ['T X / 8 8 4 . 2 1 3', '••••'],
    ['ＴＸ－８８４２１３', '••••'],
    ['tx\u200b88\u00ad42\u206013!', '••••!'],
    ['TX ٨٨٤٢١٣ and TX-८८४२१३', '•••• and ••••'],
    ['𝐓𝐗-𝟖𝟖𝟒𝟐𝟏𝟑', '••••'],
    ['🅣🅧 ❽❽❹❷❶❸ 🇹🇽', '•••• 🇹🇽'],
    ['8\u03368\u03364\u03362\u03361\u03363\u0336 crossed out', '•••• crossed out'],
    ['8️⃣8️⃣4️⃣2️⃣1️⃣3️⃣', '••••'],
    ['№884213', '№••••'],
    ['8842\u02bc13 or 884ー213', '•••• or ••••'],
    ['card of RN0012345 and of 12345, or 0012345', 'card of •••• and of ••••, or ••••'],
    ['(884) 213', '(••••'],
  ])('%s', (text, masked) => {
    expect(mask(text)).toBe(masked)
  })

  it.each([
    'a text without any of them',
    'TX-88421 and TX-98765 are others',
    'ECMO in 2251 patients',
    'Room 312, 120 mg, 1 and 2',
    'She is in Canada',
    '',
    'Ann O’Brien · naïve · 漢字 · 🌿',
  ])('leaves “%s” unchanged', (text) => {
    expect(mask(text)).toBe(text)
  })

  it.each([
    ['123456789', '❶❷❸❹❺❻❼❽❾'],
    ['123456789', '➀➁➂➃➄➅➆➇➈'],
    ['123456789', '➊➋➌➍➎➏➐➑➒'],
    ['123456789', '⓵⓶⓷⓸⓹⓺⓻⓼⓽'],
    ['123456789', '፩፪፫፬፭፮፯፰፱'],
    ['x0x0x0', 'x⓿x🄋x🄌'],
    ['x1x1', 'x᧚x᧚'],
    ['abcwxyz', '🅐🅑🅒🅦🅧🅨🅩'],
    ['abcwxyz', '🅰🅱🅲🆆🆇🆈🆉'],
    ['abcwxyz', '🇦🇧🇨🇼🇽🇾🇿'],
    ['abcwxyz', 'ⓐⒷ⒞ⓦⓍ⒴Ⓩ'],
    ['1234567890', '①②③④⑤⑥⑦⑧⑨⓪'],
  ])('%s is also %s', (number, written) => {
    expect(createMask([number])(`a ${written} b`)).toBe('a •••• b')
    expect(createMask([number])(`a ${[...written].toReversed().join('')} b`)).not.toContain('•')
  })

  it('matches without its letters only if it has five or more digits, not counting leading zeros', () => {
    expect(createMask(['TX-12345'])('12345, 1234')).toBe('••••, 1234')
    expect(createMask(['TX-1234'])('1234, TX1234')).toBe('1234, ••••')
    expect(createMask(['TX-00012345'])('12345 or 0012345 or 00012345')).toBe('•••• or 00•••• or ••••')
    expect(createMask(['TX-0001234'])('1234, 0001234')).toBe('1234, 0001234')
    expect(createMask(['12345-67890'])('67890')).toBe('67890')
    expect(createMask(['12345a67890'])('67890 and 12345')).toBe('•••• and ••••')
  })

  it('matches within a word only if it has four or more letters', () => {
    expect(createMask(['abcd'])('xabcdx')).toBe('x••••x')
    expect(createMask(['abc'])('xabcx abc or a-b-c')).toBe('xabcx •••• or ••••')
  })

  it('matches a short number only as a word', () => {
    expect(mask('12 of 123, 312: a12, 12a, (12) 1-2')).toBe('•••• of 123, 312: a12, 12a, (••••')
    expect(mask('Number: n/a, na, N.A.; Nadia, DNA')).toBe('Number: ••••.; Nadia, DNA')
  })

  it('ignores a number without letters or digits', () => {
    expect(createMask(['---', '***', ''])('a --- b *** c')).toBe('a --- b *** c')
  })
})

describe('adjacent and overlapping numbers', () => {
  it('masks both of two that overlap', () => {
    expect(createMask(['abcde', 'defgh'])('x abcdefgh y')).toBe('x •••• y')
  })

  it('masks one that begins within another, after the beginning of a third', () => {
    for (const numbers of [
      ['abcx', 'bcde', 'cxyz'],
      ['cxyz', 'bcde', 'abcx'],
    ])
      expect(createMask(numbers)('- abcxyz -')).toBe('- •••• -')
  })

  it('masks the longer one if it contains the other, wherever each one occurs', () => {
    expect(createMask(['4213', '884213X'])('884213x, 4213, 84213')).toBe('••••, 8••••')
    expect(createMask(['bcde', 'abcdefg'])('abcdef, abcdefg')).toBe('a••••f, ••••')
  })

  it('masks one that is only joined by masking another', () => {
    expect(createMask(['abcd', '9999'])('ab9999cd')).toBe('••••')
    expect(createMask(['abcd', '9999', 'wxyz'])('wxab99 99cdyz!')).toBe('••••!')
    expect(createMask(['abcd', '7'])('ab 7 cd')).toBe('••••')
    expect(createMask(['o123', 'abcd'])('ab№123cd')).toBe('••••')
    expect(createMask(['123n', 'abcd'])('ab123№cd')).toBe('••••')
    expect(createMask(['abcd', '12'])('abcd12 and 12abcd')).toBe('•••• and ••••')
  })
})

describe('consecutive texts', () => {
  const mask = createFieldsMask(['RN-884213', 'TX12'])

  it('are masked where a number continues from one text into the next', () => {
    expect(mask({ title: 'My old 88', type: null, state: '42-', issuer: '13 Board' })).toEqual({
      title: 'My old ••••',
      type: null,
      state: '••••',
      issuer: '•••• Board',
    })
    expect(mask({ title: 'Nurse in TX', type: '12 hours' })).toEqual({
      title: 'Nurse in ••••',
      type: '•••• hours',
    })
  })

  it('are returned unchanged if they contain no number', () => {
    const fields = { title: 'Texas RN license', type: '', note: null }
    expect(mask(fields)).toBe(fields)
  })
})

// An independent reference: digits from the runtime's numbering systems, letters from Unicode's tables.
const systems = Intl.supportedValuesOf('numberingSystem')
  .map((name) =>
    Array.from({ length: 10 }, (_, digit) => new Intl.NumberFormat(`en-u-nu-${name}`).format(digit)),
  )
  .filter((digits) => digits.every((digit) => /^\p{Nd}$/u.test(digit)))
const digitOf = new Map(
  systems.flatMap((digits) => digits.map((digit, value) => [digit, String(value)] as const)),
)

function bare(text: string): string {
  const plain = [...text].map((char) => digitOf.get(char) ?? char).join('')
  return [...plain.normalize('NFKD')]
    .map((char) => char.toUpperCase().toLowerCase())
    .join('')
    .replace(/[^\p{L}\p{N}]|\p{Lm}|\p{Default_Ignorable_Code_Point}/gu, '')
}

/** For numbers of at least four letters and digits. */
function isIn(text: string, number: string): boolean {
  return bare(text).includes(bare(number))
}

const separators = [...' -–—./_,;:()#*•\t\n', '\u00a0', '\u200b', '\u00ad', '\u2060', '\ufeff', ' · ', '-- ']
const marks = ['\u0301', '\u0336', '\u20e3', '\ufe0f', '\u034f']
const letters = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZßéñøΣЖש漢ज']
const digits = [...'01234567890123456789']
const aNumber = fc
  .array(fc.constantFrom(...letters, ...digits, ...digits, '-', ' ', '/', '.', '٣', '７'), {
    minLength: 4,
    maxLength: 50,
  })
  .map((chars) => chars.join(''))
  .filter((number) => bare(number).length >= 4)

/** The same number in another spelling. */
function spellingOf(number: string): fc.Arbitrary<string> {
  return fc.tuple(...[...number].map(spellingOfChar)).map((parts) => parts.join(''))
}

function spellingOfChar(char: string): fc.Arbitrary<string> {
  const code = char.charCodeAt(0)
  const wide = code > 0x20 && code < 0x7f ? String.fromCharCode(code + 0xfee0) : char
  const value = digitOf.get(char)
  const other = value === undefined ? [] : systems.map((system) => system[Number(value)] ?? char)
  const bold = /[a-z]/.test(char) ? [String.fromCodePoint(0x1d41a + code - 0x61)] : []
  const written = [char, char, char.toLowerCase(), char.toUpperCase(), wide, ...other, ...bold]
  return fc
    .tuple(
      fc.constantFrom(...written),
      fc.option(fc.constantFrom(...marks), { nil: '', freq: 8 }),
      fc.option(fc.constantFrom(...separators), { nil: '', freq: 4 }),
    )
    .map((parts) => parts.join(''))
}

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc
    .array(fc.constantFrom(...letters, ...digits, ...separators), { maxLength: 40 })
    .map((all) => all.join('')),
)

describe('any number in any text', () => {
  const runs = { numRuns: 300 }

  it('cannot be found after masking, in any spelling, and masking is idempotent', () => {
    const scene = aNumber.chain((number) =>
      fc.tuple(
        fc.constant(number),
        fc.array(fc.tuple(anyText, spellingOf(number)), { minLength: 1, maxLength: 3 }),
        anyText,
      ),
    )
    fc.assert(
      fc.property(scene, ([number, parts, end]) => {
        const text = parts.flat().join('') + end
        expect(isIn(text, number)).toBe(true)
        const mask = createMask([number])
        const masked = mask(text)
        expect(isIn(masked, number)).toBe(false)
        expect(mask(masked)).toBe(masked)
      }),
      runs,
    )
  })

  it('cannot be found if many short numbers overlap, contain and enclose each other', () => {
    const few = fc
      .array(fc.constantFrom(...'aab12no-'), { minLength: 1, maxLength: 9 })
      .map((all) => all.join(''))
    const numbers = fc.array(few, { minLength: 1, maxLength: 12 })
    const text = fc
      .array(fc.constantFrom(...'aaab112no- .', '\u200b', '№', '½'), { maxLength: 80 })
      .map((all) => all.join(''))
    fc.assert(
      fc.property(numbers, text, (known, written) => {
        const mask = createMask(known)
        const masked = mask(written)
        for (const number of known)
          if (bare(number).length >= 4) expect(isIn(masked, number)).toBe(false)
          else if (bare(number) !== '') expect(words(masked)).not.toContain(bare(number))
        expect(mask(masked)).toBe(masked)
      }),
      { numRuns: 1000 },
    )
  })

  it('leaves a text without any of them unchanged, byte for byte', () => {
    fc.assert(
      fc.property(fc.array(aNumber, { maxLength: 5 }), anyText, (numbers, text) => {
        const runsOf = (number: string) => bare(number).match(/[0-9]{5,}/g) ?? []
        const searched = numbers.flatMap((number) => [
          number,
          ...runsOf(number).map((run) => run.replace(/^0+/, '')),
        ])
        fc.pre(searched.every((each) => bare(each).length >= 4 && !isIn(text, each)))
        expect(createMask(numbers)(text)).toBe(text)
      }),
      runs,
    )
  })

  it('cannot be found across consecutive fields', () => {
    const cut = aNumber.chain((number) =>
      fc.tuple(fc.constant(number), spellingOf(number), fc.array(fc.nat({ max: 400 }), { maxLength: 3 })),
    )
    fc.assert(
      fc.property(cut, ([number, spelled, at]) => {
        const ends = [...at.map((each) => each % (spelled.length + 1)), spelled.length].sort((a, b) => a - b)
        const parts = ends.map((end, index) => spelled.slice(ends[index - 1] ?? 0, end).toWellFormed())
        const fields = Object.fromEntries(parts.map((part, index) => [`field${index}`, part]))
        const masked = createFieldsMask([number])(fields)
        expect(isIn(Object.values(masked).join(' '), number)).toBe(false)
      }),
      runs,
    )
  })
})

/** All sequences of up to three words, joined. */
function words(text: string): string[] {
  const parts = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
  const tokens = parts.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  return tokens.flatMap((_, from) => [1, 2, 3].map((count) => tokens.slice(from, from + count).join('')))
}

import { boxAround, type Word } from './page.ts'

/** A heading with space between its letters is read as a word for each of them, or for two. */
const isLetters = ({ text }: Word) => /^\p{Lu}{1,2}$/u.test(text)
const FEWEST_LETTERS = 5
const SINGLE_LETTERS = 0.6
/** A gap that is this much wider than the others ends a word. */
const WIDER = 1.7

/** Words of headings, for those whose gaps are all the same. */
const wordsOfHeadings = [
  'BOARD|STATE|DEPARTMENT|DIVISION|OFFICE|HEALTH|PROFESSIONAL|PROFESSIONS|LICENSING|REGULATION|EXAMINERS',
  'REGISTERED|LICENSED|PRACTICAL|VOCATIONAL|ADVANCED|PRACTICE|NURSES?|NURSING|LICENSE|PROVIDER|CARD',
  'CERTIFICATE|CERTIFICATION|CERTIFIED|COMPLETION|ATTENDANCE|ACHIEVEMENT|PARTICIPATION|CONTINUING',
  'EDUCATION|CONTACT|HOURS?|BASIC|CARDIAC|LIFE|SUPPORT|AMERICAN|ASSOCIATION|OF|THE|FOR|AND|IN',
  'COMPLETED|RENEWAL|RENEW|E-?CARD|ISSUED?|EXPIRES|EXPIRATION|DATE|NUMBER|CODE|INSTRUCTOR|TRAINING|CENTER',
  'PARTICIPANT|ATTENDEE|TITLE|COURSE|STATUS|VALID|EFFECTIVE|SIGNATURE|NAME|TYPE',
].join('|')
const headingWords = new RegExp(wordsOfHeadings, 'y')
const headingWord = new RegExp(`^(?:${wordsOfHeadings})$`)
const isHeadingWord = (text: string) => headingWord.test(text)

/** "R E G I S T E R E D  N U R S E" as two words. */
export function withoutLetterSpacing(line: readonly Word[]): Word[] {
  const words: Word[] = []
  for (let at = 0; at < line.length; ) {
    const other = line.slice(at).findIndex((word) => !isLetters(word))
    const run = line.slice(at, other === -1 ? undefined : at + other)
    words.push(...(isSpaced(run) ? joinedLetters(run) : run))
    const next = line[at + run.length]
    if (next) words.push(next)
    at += run.length + 1
  }
  return withoutCuts(words)
}

/** Most parts into which space between the letters cuts a word. */
const MOST_PARTS = 4
/** Space inside a word, in line heights. */
const NARROW = 0.8

/** "COMPLE TED" and "R ENE W BY": some of its spaces are taken for the end of a word. */
function withoutCuts(line: readonly Word[]): Word[] {
  const words: Word[] = []
  for (let at = 0; at < line.length; ) {
    const parts = partsAt(line, at)
    words.push(parts.length > 1 ? joined(parts) : (line[at] as Word))
    at += Math.max(parts.length, 1)
  }
  return words
}

function partsAt(line: readonly Word[], at: number): Word[] {
  for (let count = MOST_PARTS; count > 1; count -= 1) {
    const parts = line.slice(at, at + count)
    const isClose = parts
      .slice(1)
      .every(({ box }, before) => box.x - endOf(parts[before]) < NARROW * box.height)
    if (isClose && isHeadingWord(parts.map(({ text }) => text).join('')) && !parts.every(isOwnWord))
      return parts
  }
  return []
}

const isOwnWord = ({ text }: Word) => isHeadingWord(text)

/** "RN LPN NY" is no heading. */
const isSpaced = (run: readonly Word[]) =>
  run.length >= FEWEST_LETTERS &&
  run.filter(({ text }) => text.length === 1).length >= SINGLE_LETTERS * run.length

function joinedLetters(run: readonly Word[]): Word[] {
  const gaps = run.slice(1).map(({ box }, at) => box.x - endOf(run[at]))
  const usual = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? 0
  const words: Word[][] = []
  for (const [at, letter] of run.entries()) {
    const isNew = at === 0 || (gaps[at - 1] ?? 0) > WIDER * usual
    if (isNew) words.push([letter])
    else words.at(-1)?.push(letter)
  }
  return closed(words.length === 1 ? splitAtWords(run) : words.map(joined))
}

/** Space between words of one heading, in line heights: more than this is between two headings. */
const WIDEST = 3
const USUAL = 0.5

/** Each word reaches almost to the next one, as in other lines. */
function closed(words: readonly Word[]): Word[] {
  return words.map((word, at) => {
    const { x, width, height } = word.box
    const gap = (words[at + 1]?.box.x ?? 0) - x - width
    if (gap <= USUAL * height || gap > WIDEST * height) return word
    return { ...word, box: { ...word.box, width: width + gap - USUAL * height } }
  })
}

const endOf = (word: Word | undefined) => (word ? word.box.x + word.box.width : 0)

function joined(letters: readonly Word[]): Word {
  const [first] = letters as [Word]
  return {
    ...first,
    text: letters.map(({ text }) => text).join(''),
    box: boxAround(letters.map(({ box }) => box)),
    confidence: Math.min(...letters.map(({ confidence }) => confidence)),
  }
}

/** "BOARDOFNURSING" as three words; one word if it has others. */
function splitAtWords(letters: readonly Word[]): Word[] {
  const whole = joined(letters)
  const found: Word[] = []
  headingWords.lastIndex = 0
  while (headingWords.lastIndex < whole.text.length) {
    const start = headingWords.lastIndex
    const [text] = headingWords.exec(whole.text) ?? []
    if (text === undefined) return [whole]
    const letter = whole.box.width / whole.text.length
    const box = { ...whole.box, x: whole.box.x + start * letter, width: (text.length - 0.5) * letter }
    found.push({ ...whole, text, box })
  }
  return found
}

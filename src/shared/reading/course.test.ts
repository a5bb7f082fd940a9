import { describe, expect, test } from 'vitest'
import { placedPage, readPage } from '#testing/read-pages.ts'
import { suggestionsIn } from './suggestions.ts'

const today = '2026-11-23'
const common = ['Certificate of Completion', 'Contact Hours: 2.5', 'Completion Date: 03/14/2026']
const read = (...lines: string[]) => suggestionsIn([readPage([...lines, ...common])], today)
const valuesIn = (...lines: string[]) =>
  Object.fromEntries(read(...lines).map(({ field, value }) => [field, value]))

const placed = (...lines: [string, number, number][]) => suggestionsIn([placedPage(lines)], today)
const titleIn = (suggestions: ReturnType<typeof placed>) =>
  suggestions.find(({ field }) => field === 'title')?.value

test.each([
  ['Course Name: Sepsis: The First Hour', 'Sepsis: The First Hour'],
  ['Name of Activity: Wound Care Update', 'Wound Care Update'],
  ['Course Title: Trauma Nursing Core Course', 'Trauma Nursing Core Course'],
  ['Activity Title: Lessons From the Field', 'Lessons From the Field'],
  ['Title: Program Evaluation for Nurse Leaders', 'Program Evaluation for Nurse Leaders'],
  ['Title: Healing Through Art  Location: Austin', 'Healing Through Art'],
  ['Participant: Rosa Delgado Course: Ethics at the Bedside', 'Ethics at the Bedside'],
])('the title in “%s”', (line, title) => {
  expect(valuesIn(line)).toMatchObject({ title })
})

test.each([
  ['Provider Name: Cascade Continuing Education', 'Cascade Continuing Education'],
  ['Name of Provider: Cascade Nurses', 'Cascade Nurses'],
  ['Sponsored by: Institute for a Healthy Heart', 'Institute for a Healthy Heart'],
  ['Provided by: Valley Program for Nurses', 'Valley Program for Nurses'],
  ['Provider: Cascade Nurses Provider Number: 12345', 'Cascade Nurses'],
])('the provider in “%s”', (line, provider) => {
  expect(valuesIn(line)).toMatchObject({ provider })
})

test('a heading that only ends like a label names nothing below it', () => {
  expect(valuesIn('Emergency Nursing Course', 'Rosa Delgado').title).toBeUndefined()
})

test.each([
  ['for successful completion of', 'Ethics at the Bedside'],
  ['For completion of the course', 'Ethics at the Bedside'],
  ['upon completion of the educational activity titled', 'Ethics at the Bedside'],
])('the title below “%s”', (line, title) => {
  expect(valuesIn(line, title)).toMatchObject({ title, completedAt: '2026-03-14' })
})

test('the day of completion of a course is no title', () => {
  const values = valuesIn('Date of completion of course: 02/03/2026', 'Wound Care Update')
  expect(values.title).toBeUndefined()
})

test('a title goes on in the next line of its column', () => {
  const page = placed(
    ['Certificate of Completion', 20, 20],
    ['Activity Title', 20, 80],
    ['Date Completed', 300, 80],
    ['Contact Hours', 500, 80],
    ['Recognizing Delirium', 20, 104],
    ['03/14/2026', 300, 104],
    ['2.5 contact hours', 500, 104],
    ['in Older Adults', 20, 123],
    ['Presented by: Cascade Nurses', 20, 180],
  )
  expect(titleIn(page)).toBe('Recognizing Delirium in Older Adults')
  expect(page.find(({ field }) => field === 'title')?.where).toHaveLength(2)
})

test('a title above its label begins in the line before', () => {
  const page = placed(
    ['Certificate of Attendance', 20, 20],
    ['Recognizing Delirium', 300, 80],
    ['Rosa Delgado', 20, 99],
    ['in Older Adults', 300, 99],
    ['Participant Name', 20, 122],
    ['Course Title', 300, 122],
    ['03/14/2026', 20, 180],
    ['2.5 contact hours', 300, 180],
    ['Date of Course', 20, 203],
    ['Credit', 300, 203],
  )
  expect(titleIn(page)).toBe('Recognizing Delirium in Older Adults')
})

test('a sentence names what follows, also where labels stand below', () => {
  const page = placed(
    ['Certificate of Attendance', 20, 20],
    ['is presented to', 20, 60],
    ['Rosa Delgado', 20, 90],
    ['for successful completion of', 20, 120],
    ['Wound Care Update', 20, 150],
    ['03/14/2026', 20, 220],
    ['2.5 contact hours', 300, 220],
    ['Date of Course', 20, 243],
    ['Credit', 300, 243],
  )
  expect(titleIn(page)).toBe('Wound Care Update')
  expect(page.find(({ field }) => field === 'holderName')).toMatchObject({
    value: 'Rosa Delgado',
    confidence: 'confident',
  })
})

test('what stands in another paragraph is no part of a title', () => {
  const page = placed(
    ['Certificate of Completion', 20, 20],
    ['Course Title', 20, 80],
    ['Wound Care Update', 20, 104],
    ['Cascade Nurses', 20, 134],
    ['2.5 contact hours', 20, 170],
  )
  expect(titleIn(page)).toBe('Wound Care Update')
})

test.each([
  ['Evening Seminar Attendance Record'],
  ['Online Workshop Participation Statement'],
  ['Final quiz passed', 'The Hillside League of Nurses attests that', 'Rosa Delgado, RN'],
  ['Final quiz passed', 'The Hillside League of Nurses declares', 'Rosa Delgado, RN'],
])('what a document is called and who says so is no title: %s', (...head) => {
  expect(titleIn(read(...head, 'has attended', 'Frostbite at Home'))).toBe('Frostbite at Home')
})

test('the letterhead is the provider where nothing names one, and is offered beside another organization', () => {
  const provider = (...lines: string[]) => read(...lines).find(({ field }) => field === 'provider')
  expect(provider('Cascade Learning Institute', 'Participant: Rosa Delgado')).toMatchObject({
    value: 'Cascade Learning Institute',
    confidence: 'confident',
  })
  expect(provider('Cascade Learning Institute', 'Valley Nurses Association')).toMatchObject({
    value: 'Cascade Learning Institute',
    confidence: 'doubtful',
  })
  expect(provider('Department of Nursing Education', 'Rosa Delgado')).toBeUndefined()
  expect(provider('Provided by the Lakeside Burn Society, P.O. Box 12, Austin, TX')).toMatchObject({
    value: 'Lakeside Burn Society',
  })
})

test.each([
  ['University of Southern lowa', 'University of Southern Iowa'],
  ['Lakeside lnstitute', 'Lakeside Institute'],
])('a capital I of a provider that a picture shows as “%s” is mended, and offered', (read, value) => {
  const provider = (confidence: number) =>
    suggestionsIn([readPage([`Provider: ${read}`, '2 contact hours'], confidence)], today, 'course').find(
      ({ field }) => field === 'provider',
    )
  expect(provider(96)).toMatchObject({ value, confidence: 'doubtful', printed: read })
  expect(provider(100)).toMatchObject({ value: read })
})

test('a letterhead of several lines is offered as one name', () => {
  const page = placedPage([
    ['Lakeside', 20, 20, 24],
    ['This certificate is presented to', 300, 26],
    ['CE', 20, 48, 24],
    ['Academy', 20, 76, 24],
    ['Rosa Delgado, RN', 300, 76],
    ['for completion of', 300, 110],
    ['Frostbite Care at Home', 300, 140],
    ['2 contact hours of continuing education', 300, 200],
  ])
  expect(suggestionsIn([page], today).find(({ field }) => field === 'provider')).toMatchObject({
    value: 'Lakeside CE Academy',
    confidence: 'doubtful',
  })
})

describe('the lines of a title', () => {
  const titled = (...lines: [string, number, number, number?][]) =>
    titleIn(
      suggestionsIn(
        [
          placedPage([
            ['Continuing education', 20, 20],
            ['2.5 contact hours', 20, 500],
            ['Austin', 700, 540],
            ...lines,
          ]),
        ],
        today,
      ),
    )
  const first = ['Recognizing Delirium', 200, 104] as const
  const label = ['Course Title', 200, 80] as const

  test.each<[string, [string, number, number, number?], boolean]>([
    ['begin at the left', ['in Older Adults at Home and in Long-Term Care', 200, 123], true],
    ['stand in the middle', ['in Older Adults', 220, 123], true],
    ['end at the right', ['in Older Adults', 240, 123], true],
    ['are close', ['in Older Adults', 200, 127], true],
    ['begin with a number', ['65 Years of Age and Older', 200, 123], true],
    ['begin with a parenthesis', ['(Part 2)', 200, 123], true],
    ['are not in another column', ['in Older Adults', 230, 123], false],
    ['are not in another paragraph', ['in Older Adults', 200, 128], false],
    ['are not in another size', ['in Older Adults', 200, 123, 11], false],
    ['are about as large', ['in Older Adults', 200, 123, 12], true],
    ['are no note', ['* in Older Adults', 200, 123], false],
    ['are no sentence', ['was approved for nurses', 200, 123], false],
    ['are no date', ['March 14, 2026', 200, 123], false],
    ['are no other field', ['Sponsor: Lakeside', 200, 123], false],
    ['are no name of a field', ['Provider', 200, 123], false],
    ['are not in front of a field', ['in Older Adults, for Name: Rosa', 200, 123], false],
    ['may say “on”', ['on the Date of Admission', 200, 123], true],
  ])('%s', (_, line, isPart) => {
    expect(titled([...label], [...first], line)).toBe(`${first[0]}${isPart ? ` ${line[0]}` : ''}`)
  })

  test('do not follow a sentence or a date', () => {
    expect(titled(['Title: Update of March 14, 2026', 200, 104], ['Older Adults', 200, 123])).toBe(
      'Update of March 14, 2026',
    )
  })

  test('are three at most', () => {
    const lines = ['Caring', 'for Adults', 'and Children', 'at Home'].map(
      (text, at): [string, number, number] => [text, 200, 104 + 19 * at],
    )
    expect(titled([...label], ...lines)).toBe('Caring for Adults and Children')
  })

  test('are as large as their words, in a picture that is not quite level', () => {
    const page = placedPage([
      ['Continuing education', 20, 20],
      ['2.5 contact hours', 20, 500],
      ['Course Title', 328, 80],
      ['Recognizing Early Delirium in Older Adults for Family', 164, 106],
      ['Caregivers', 336, 138],
    ])
    const words = page.words.map((word) => ({
      ...word,
      confidence: 96,
      box: { ...word.box, y: word.box.y + 0.02 * (word.box.x - 400) },
    }))
    expect(titleIn(suggestionsIn([{ ...page, words }], today))).toBe(
      'Recognizing Early Delirium in Older Adults for Family Caregivers',
    )
  })

  test('stand on one page', () => {
    const pages = [
      placedPage([['Continuing education', 20, 20], ['2.5 contact hours', 20, 50], [...label], [...first]]),
      placedPage([['in Older Adults', 200, 123]], 2),
    ]
    expect(titleIn(suggestionsIn(pages, today))).toBe('Recognizing Delirium')
  })

  test('stand above each other where the label stands below', () => {
    const below: [string, number, number][] = [
      ['05/14/2026', 600, 300],
      ['Date completed', 600, 324],
    ]
    expect(
      titled(
        ['Rosa Delgado Ruiz', 200, 40],
        ['Recognizing Delirium', 200, 104],
        ['in Older Adults', 200, 123],
        ['Course Title', 200, 147],
        ...below,
      ),
    ).toBe('Recognizing Delirium in Older Adults')
    // What stands further above is another field, however wide the title is.
    expect(
      titled(
        ['Rosa Delgado', 300, 78],
        ['Recognizing Delirium in the Oldest Adults of All', 300, 104],
        ['Course Title', 300, 128],
        ...below,
      ),
    ).toBe('Recognizing Delirium in the Oldest Adults of All')
  })

  test.each<[string, [string, number, number, number?], string]>([
    ['a full line goes on', ['Delirium Care', 20, 121], 'Recognizing Early Delirium Care'],
    ['even where the next line stands apart', ['Delirium Care', 20, 135], 'Recognizing Early Delirium Care'],
    ['but not further away', ['Delirium Care', 20, 136], 'Recognizing Early'],
    ['nor in small print', ['Delirium Care', 20, 130, 11], 'Recognizing Early'],
    ['nor with a number', ['Delirium 12', 20, 130], 'Recognizing Early'],
  ])('are recognized by the edge of the text: %s', (_, next, title) => {
    // The text of the page reaches from 20 to 748 pixels.
    const line: [string, number, number] = ['For having attended Recognizing Early', 440, 100]
    expect(titled(line, [next[0], 450, next[2], next[3]])).toBe(title)
  })

  test('do not go on after a short line', () => {
    const short: [string, number, number] = ['For having attended Recognizing Early', 340, 100]
    expect(titled(short, ['Delirium Care', 350, 130])).toBe('Recognizing Early')
  })

  test('that were hardly read make it doubtful', () => {
    const page = placedPage([
      ['Continuing education', 20, 20],
      ['2.5 contact hours', 20, 500],
      [...label],
      [...first],
      ['in Older Adults', 200, 123],
    ])
    const words = page.words.map((word) => (word.text === 'Older' ? { ...word, confidence: 50 } : word))
    const title = (one: typeof page) => suggestionsIn([one], today).find(({ field }) => field === 'title')
    expect(title(page)).toMatchObject({
      confidence: 'confident',
      printed: 'Recognizing Delirium in Older Adults',
    })
    expect(title({ ...page, words })).toMatchObject({ confidence: 'doubtful' })
    expect(title(page)?.where).toMatchObject([
      { box: { y: 104, width: 160 } },
      { box: { y: 123, width: 120 } },
    ])
  })
})

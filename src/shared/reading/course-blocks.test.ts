import { describe, expect, test } from 'vitest'
import { placedPage } from '#testing/read-pages.ts'
import { courseRecordsIn, suggestionsIn } from './suggestions.ts'

const today = '2026-11-23'
type Lines = Parameters<typeof placedPage>[0]
const shown = ['title', 'completedAt', 'amount', 'provider', 'holderName']

/** Each course in one line, a "?" behind what is only offered. */
function listed(lines: Lines): string[] {
  const pages = [placedPage(lines)]
  return courseRecordsIn(pages, suggestionsIn(pages, today, 'course'), today).map((course) =>
    shown
      .flatMap((field) => course.filter((one) => one.field === field))
      .map(({ value, confidence }) => (confidence === 'confident' ? value : `${value}?`))
      .join(' / '),
  )
}

/** Lines of blocks, each block this far below the one before. */
const stacked = (blocks: readonly (readonly string[])[], top = 160, step = 22, gap = 50): Lines => {
  let y = top
  return blocks.flatMap((block) => {
    const lines = block.map((line, at) => [line, 40, y + at * step] as const)
    y += block.length * step - step + gap
    return lines
  })
}

const head: Lines = [
  ['Learning transcript', 420, 20],
  ['Rosa Delgado', 40, 60, 24],
  ['RN III, Cardiac Step Down · Employee ID 77120', 40, 90],
]

describe('a list in which each course has lines of its own', () => {
  const course = (title: string, y: number, day: string, hours: string): Lines => [
    [title, 60, y],
    [`Completed on ${day}`, 60, y + 24, 12],
    ['Score 95%', 260, y + 24, 12],
    [hours, 380, y + 24, 12],
    ['Online · LD-5521 · assigned Jan 5, 2026 · due Dec 31, 2026', 60, y + 42, 10],
  ]

  test('gives the title above each date, and neither the holder nor the total', () => {
    const lines = [
      ...head,
      ...course('Wound Vac Basics: A Refresher', 140, 'Feb 3, 2026', 'Contact hours 1.5'),
      ...course('Fire Extinguishers', 230, 'Feb 4, 2026', 'No credit'),
      ...course('Reading a Rhythm Strip', 320, 'May 9, 2026', 'Contact hours 0.75'),
      ['3 items · 2.25 contact hours', 420, 410],
    ] as const
    expect(listed(lines)).toEqual([
      'Wound Vac Basics: A Refresher / 2026-02-03 / 1.5 / Rosa Delgado?',
      'Reading a Rhythm Strip / 2026-05-09 / 0.75 / Rosa Delgado?',
    ])
  })

  test('gives what labels name, however close the lines are', () => {
    const blocks = [
      ['Course: Falls on the Night Shift', 'Date: 03/02/2026', 'Hours: 2.0', 'Provider: Lakeside Academy'],
      ['Course: Pain Without Opioids', 'Date: 04/11/2026', 'Hours: 1.5', 'Provider: Bay CE Institute'],
      ['Course: Ethics of Restraint', 'Date: 05/20/2026', 'Hours: 3.0', 'Provider: Lakeside Academy'],
    ]
    const lines = [...head, ...stacked(blocks, 160, 22, 22), ['Total hours: 6.5', 40, 500]] as const
    expect(listed(lines)).toEqual([
      'Falls on the Night Shift / 2026-03-02 / 2 / Lakeside Academy / Rosa Delgado?',
      'Pain Without Opioids / 2026-04-11 / 1.5 / Bay CE Institute / Rosa Delgado?',
      'Ethics of Restraint / 2026-05-20 / 3 / Lakeside Academy / Rosa Delgado?',
    ])
  })

  test('gives the title below its date, where its label is there', () => {
    const blocks = [
      ['Completed: 03/02/2026', 'Title: Falls on the Night Shift', 'Contact hours: 2.0'],
      ['Completed: 04/11/2026', 'Title: Pain Without Opioids', 'Contact hours: 1.5'],
    ]
    expect(listed([...head, ...stacked(blocks)])).toEqual([
      'Falls on the Night Shift / 2026-03-02 / 2 / Rosa Delgado?',
      'Pain Without Opioids / 2026-04-11 / 1.5 / Rosa Delgado?',
    ])
  })

  test('offers a title of two lines, of which the second may be something else', () => {
    const blocks = [
      ['Falls on the Night Shift', 'Bayview Campus', 'Completed: 03/02/2026', 'Contact hours: 2.0'],
      ['Pain Without Opioids and', 'Other Comforts', 'Completed: 04/11/2026', 'Contact hours: 1.5'],
    ]
    expect(listed([...head, ...stacked(blocks)])).toEqual([
      'Falls on the Night Shift Bayview Campus? / 2026-03-02 / 2 / Rosa Delgado?',
      'Pain Without Opioids and Other Comforts / 2026-04-11 / 1.5 / Rosa Delgado?',
    ])
  })

  test('gives titles with the number of their row, and with hours between title and date', () => {
    const blocks = [
      ['1. Falls on the Night Shift', '2.0 contact hours', 'Date completed: March 2, 2026'],
      ['2. Wound Care at Home', '1.5 contact hours', 'Date completed: April 11, 2026'],
    ]
    expect(listed([...head, ...stacked(blocks)])).toEqual([
      'Falls on the Night Shift / 2026-03-02 / 2 / Rosa Delgado?',
      'Wound Care at Home / 2026-04-11 / 1.5 / Rosa Delgado?',
    ])
  })

  test('offers the title below the name of a body', () => {
    const blocks = [
      ['Lakeside Academy', 'Falls on the Night Shift', 'Completed: 03/02/2026', 'Contact hours: 2.0'],
      ['Bay CE Institute', 'Pain Without Opioids', 'Completed: 04/11/2026', 'Contact hours: 1.5'],
    ]
    expect(listed([...head, ...stacked(blocks)]).map((course) => course.split(' / ')[0])).toEqual([
      'Falls on the Night Shift?',
      'Pain Without Opioids?',
    ])
  })

  test('gives no provider as a title, where each course has heads of its own', () => {
    const course = (title: string, y: number, day: string): Lines => [
      [title, 40, y],
      ['Completed', 40, y + 24],
      ['Hours', 200, y + 24],
      ['Provider', 300, y + 24],
      [day, 40, y + 46],
      ['2.0', 200, y + 46],
      ['Lakeside Academy', 300, y + 46],
    ]
    const lines = [
      ...head,
      ...course('Wound Care at Home', 140, '03/02/2026'),
      ...course('Pain Care', 240, '04/11/2026'),
    ] as const
    expect(listed(lines)).toEqual([])
  })

  test('gives nothing of a single course where the courses cannot be told apart', () => {
    const blocks = [
      ['Falls on the Night Shift', 'Completed: 03/02/2026', 'Contact hours: 2.0'],
      ['Pain Without Opioids', 'Completed: 04/11/2026', 'Contact hours: 1.5'],
      ['Ethics of Restraint', 'Completed: 05/20/2026', 'Contact hours: 3.0'],
    ]
    const page = placedPage([...head, ...stacked(blocks, 160, 22, 22)])
    const found = suggestionsIn([page], today, 'course')
    expect(courseRecordsIn([page], found, today)).toEqual([])
    expect(found.filter(({ field }) => shown.includes(field))).toEqual([])
  })
})

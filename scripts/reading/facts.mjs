// Invented people, numbers and dates, the same for the same seed. The corpus contains no real document and no real
// person.
import { seededRandom } from '#testing/seeded-random.ts'

const firstNames =
  'Rosa Daniel Mei Aisha Thomas Ingrid Miguel Priya Grace Samuel Hannah Kwame Elena Victor Naomi Patrick'.split(
    ' ',
  )
const lastNames =
  'Delgado Okafor Nguyen Whitfield Ramirez Kowalski Brennan Patel Sandoval Lindqvist Chambers Osei Marino Fletcher'.split(
    ' ',
  )
const middles = ['', '', '', ' A.', ' M.', ' Jane', ' L.']
const titles = [
  'Sepsis: The First Hour',
  'Pain Management and Opioid Safety',
  'Human Trafficking for Nurses',
  'Wound Care Update 2026',
  'Ethics at the Bedside',
  'Recognizing Delirium in Older Adults',
  'Infection Control and Barrier Precautions',
  'Cardiac Rhythm Interpretation',
  'Domestic Violence: Screening and Response',
  'Preventing Medical Errors',
  'Diabetes Care in the Hospital',
  'Implicit Bias in Health Care',
]
const amounts = ['1', '1.5', '2', '2.25', '3', '4', '5', '6.5', '8', '12', '20', '30']
/** The day on which the corpus is read. */
export const today = '2026-11-23'

export function factsOf(seed) {
  const random = seededRandom(seed * 7919 + 17)
  const two = (value) => String(value).padStart(2, '0')
  const date = (from, to) =>
    `${random.between(from, to)}-${two(random.between(1, 12))}-${two(random.between(1, 28))}`
  const digits = (count) =>
    Array.from({ length: count }, () => random.between(0, 9))
      .join('')
      .replace(/^0/, '4')
  return {
    random,
    name: `${random.pick(firstNames)}${random.pick(middles)} ${random.pick(lastNames)}`,
    instructor: `${random.pick(firstNames)} ${random.pick(lastNames)}`,
    title: random.pick(titles),
    amount: random.pick(amounts),
    issued: date(2024, 2025),
    expires: date(2027, 2029),
    completed: date(2024, 2025),
    other: date(2011, 2019),
    born: date(1965, 1999),
    digits,
    date,
  }
}

const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** One calendar date in the spellings of American documents. */
export const spell = {
  slashes: (d) => `${d.slice(5, 7)}/${d.slice(8)}/${d.slice(0, 4)}`,
  shortSlashes: (d) => `${Number(d.slice(5, 7))}/${Number(d.slice(8))}/${d.slice(0, 4)}`,
  dashes: (d) => `${d.slice(5, 7)}-${d.slice(8)}-${d.slice(0, 4)}`,
  iso: (d) => d,
  long: (d) => `${months[d.slice(5, 7) - 1]} ${Number(d.slice(8))}, ${d.slice(0, 4)}`,
  short: (d) => `${months[d.slice(5, 7) - 1].slice(0, 3)} ${d.slice(8)}, ${d.slice(0, 4)}`,
  dayFirst: (d) => `${d.slice(8)}-${months[d.slice(5, 7) - 1].slice(0, 3).toUpperCase()}-${d.slice(0, 4)}`,
  spoken: (d) => `${Number(d.slice(8))}th day of ${months[d.slice(5, 7) - 1]}, ${d.slice(0, 4)}`,
  month: (d) => `${d.slice(5, 7)}/${d.slice(0, 4)}`,
  longMonth: (d) => `${months[d.slice(5, 7) - 1]} ${d.slice(0, 4)}`,
}

export function lastOfMonth(d) {
  return new Date(Date.UTC(Number(d.slice(0, 4)), Number(d.slice(5, 7)), 0)).toISOString().slice(0, 10)
}

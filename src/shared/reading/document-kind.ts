import { certificationsIn, issuersIn, statesIn } from './catalog.ts'
import type { Cell } from './cells.ts'
import type { LabelledDate } from './dates.ts'
import type { Confidence, DocumentKind } from './page.ts'

type Signs = readonly (readonly [RegExp, number])[]

const ofCourse: Signs = [
  [/\b(?:contact|clock|credit) hours?\b/i, 3],
  [/\bcontinuing (?:nursing |medical |professional )?(?:education|development|competenc)/i, 3],
  [/\bcertificate of (?:completion|attendance|successful completion|achievement|participation)\b/i, 2],
  [/\b(?:CEUs?|CNE|NCPD|CE credits?|CME)\b/, 2],
  [/\bprovider (?:number|#|no\b)|\bprovider approved by\b|\bapproved provider\b/i, 2],
  [/\bAMA PRA\b|\baccredited (?:as a )?provider\b/i, 2],
  [/\b(?:course|activity|program) title\b/i, 2],
]
const ofTranscript: Signs = [
  [/\btranscript\b/i, 6],
  [/\b(?:course|education|ce) history\b/i, 5],
]
const ofLicense: Signs = [
  [/\blicen[sc]e(?:e|d)? ?(?:#|no\b|number|type|status)/i, 4],
  [/\blicensee\b/i, 2],
  [/\bboard of (?:registered |vocational |practical )?nurs/i, 2],
  [/\b(?:multistate|single state|compact)\b/i, 1],
  [/\blicensed? (?:as a|to practice)\b/i, 3],
  [/\blicense\b/i, 1],
]
const ofCertification: Signs = [
  [/\be-?card\b/i, 3],
  [/\bcertification (?:number|no\b|#|period|date|expir)/i, 3],
  [/\bboard[- ]certified|\bcertification (?:corporation|board)\b|\bcredentialing center\b/i, 2],
  [/\brecommended renewal\b|\brenew by\b/i, 3],
  [/\bprovider card\b|\bcourse completion card\b|\binstructor\b|\btraining (?:center|site)\b/i, 2],
  [/\b(?:cognitive|skills) (?:and skills )?evaluations?\b/i, 3],
  // Hours do not expire: what is valid for some years is a certification.
  [/\bvalid(?:ity(?: period)?)?(?: for)?\b\W*(?:\d|one|two|three|four|five)\W*(?:\d\W*)?years?\b/i, 3],
  [/\bcertified\b/i, 1],
]

const scoreOf = (signs: Signs, text: string) =>
  signs.reduce((sum, [pattern, weight]) => sum + (pattern.test(text) ? weight : 0), 0)

const MIN_SCORE = 3
const SURE_LEAD = 2

export type KindFound = { kind: DocumentKind; confidence: Confidence }

/** What the document is; `null` if nothing says so. */
export function kindOf(cells: readonly Cell[], dates: readonly LabelledDate[]): KindFound | null {
  const text = cells.map((cell) => cell.text).join('\n')
  const hasRole = (role: string) => dates.some((date) => date.role === role)
  const course = scoreOf(ofCourse, text) + (hasRole('completedAt') ? 1 : 0)
  const expiry = hasRole('expiresAt') ? 2 : 0
  const strong = certificationsIn(cells).some(({ weight }) => weight > 10)
  const scores: [DocumentKind, number][] = [
    [
      'ce_transcript',
      isTable(dates) ? course + scoreOf(ofTranscript, text) : scoreOf(ofTranscript, text) / 2,
    ],
    ['ce_certificate', course],
    [
      'license',
      scoreOf(ofLicense, text) + expiry + (statesIn(cells).some(({ weight }) => weight > 10) ? 1 : 0),
    ],
    [
      'certification',
      scoreOf(ofCertification, text) + expiry + (strong ? 3 : 0) + (issuersIn(cells).length > 0 ? 1 : 0),
    ],
  ]
  const [[kind, score], [, second]] = scores.toSorted((a, b) => b[1] - a[1]) as [
    [DocumentKind, number],
    [DocumentKind, number],
  ]
  if (score < MIN_SCORE) return null
  return { kind, confidence: score - second >= SURE_LEAD ? 'confident' : 'doubtful' }
}

const MIN_ROWS = 3

/** Several courses, each with its date in the same column. */
function isTable(dates: readonly LabelledDate[]): boolean {
  return dates.some(({ cell: { box } }) => {
    const column = dates.filter(({ cell }) => Math.abs(cell.box.x - box.x) < 1.5 * box.height)
    return column.length >= MIN_ROWS
  })
}

import { certificationsIn, isNamed, issuersIn, rolesIn, statesIn } from './catalog.ts'
import type { Cell } from './cells.ts'
import type { LabelledDate } from './dates.ts'
import type { Confidence, DocumentKind, Purpose } from './page.ts'

type Signs = readonly (readonly [RegExp, number])[]

const ofCourse: Signs = [
  [/\b(?:contact|clock|credit) hours?\b/i, 3],
  [/\bcontinuing (?:nursing |medical |professional )?(?:education|development|competenc)/i, 3],
  [/\bcertificate of (?:completion|attendance|successful completion|achievement|participation)\b/i, 2],
  [/\b(?:CEUs?|CNE|NCPD|CE credits?|CME)\b/, 2],
  [/\bprovider (?:number|#|no\b)|\bprovider approved by\b|\bapproved provider\b/i, 2],
  [/\bAMA PRA\b|\baccredited (?:as a )?provider\b/i, 2],
  [/\b(?:course|activity|program) title\b/i, 2],
  [/\bhoras? (?:de )?(?:contacto|crédito)|\beducación continua/i, 3],
  [/\b(?:certificado|constancia) de (?:participaci|asistencia|finalizaci|aprovechamiento)/i, 2],
  [/\bproveedor (?:aprobado|autorizado|acreditado)/i, 2],
]
/** A heading; sentences about a transcript are on many certificates. */
const transcriptHeading = /^.{0,30}\b(?:transcript|(?:course|education|ce) history)\b.{0,12}$/i
const ofLicense: Signs = [
  [/\blicen[sc]e(?:e|d)? ?(?:#|no\b|number|type|status)/i, 4],
  [/\blicensee\b/i, 2],
  [/\bboard of (?:registered |vocational |practical |examiners (?:of|for|in) )?nurs/i, 2],
  [/\b(?:multistate|single state|compact)\b/i, 1],
  [/\blicensed? (?:and [a-z]+ )?(?:as a|to practice)\b|\bregistered to practice\b/i, 3],
  [/\blicense\b/i, 1],
  [/\b(?:certified|authorized|permitted) to practice\b|\bnurse aide registry\b/i, 4],
  [/\bn[úu]m(?:ero|\.)? de licencia\b|\bejercer la profesi|\blicencia de enfermer/i, 4],
  [/\bjunta (?:examinadora )?de enfermer/i, 2],
]
/** The head of what a board gives or prints. */
const boardHeading =
  /^.{0,50}\b(?:board of (?:registered |vocational |practical )?nursing|junta (?:examinadora )?de enfermer[ií]a)\W*$/i
const HEAD_LINES = 5
const LONGEST_INITIALS = 5
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
type Score = { kind: DocumentKind; score: number }

/**
 * What the document is; `null` if nothing says so. A document is of the kind that its owner adds, unless nothing on it
 * says so: certificates of courses name licenses and boards, and cards name hours.
 */
export function kindOf(
  cells: readonly Cell[],
  dates: readonly LabelledDate[],
  hasCourses: boolean,
  purpose: Purpose | null,
): KindFound | null {
  const scores = scoresOf(cells, dates)
  const own = scores.filter(({ kind }) => isOf(kind, purpose))
  const best = Math.max(...own.map(({ score }) => score))
  const other = Math.max(0, ...scores.filter((one) => !own.includes(one)).map(({ score }) => score))
  const isOwn = best >= MIN_SCORE && (purpose === 'course' || best >= other || hasEnd(cells, dates))
  const found = bestOf(purpose !== null && isOwn ? own : scores)
  const isList = purpose !== 'credential' && isTranscript(cells, hasCourses)
  // On the page of a course, a list of courses is one, whatever license its head names.
  if (isList && (found === null || found.kind === 'ce_certificate' || (purpose === 'course' && hasCourses)))
    return { kind: 'ce_transcript', confidence: 'confident' }
  // What ends is kept, though nobody knows what it is.
  if (found === null && purpose === 'credential' && dates.some(({ role }) => role === 'expiresAt'))
    return { kind: 'certification', confidence: 'doubtful' }
  return found
}

/** Several courses are a transcript, unless they are the sessions of one that a certificate names. */
const isTranscript = (cells: readonly Cell[], hasCourses: boolean) =>
  cells.some(({ text }) => transcriptHeading.test(text)) ||
  (hasCourses && !cells.some(({ text }) => /\bcertificate of\b|\bcertif(?:y|ies) that\b/i.test(text)))

const isOf = (kind: DocumentKind, purpose: Purpose | null) =>
  purpose === null || (kind === 'ce_certificate') === (purpose === 'course')

/** Hours do not expire: what ends, or is the name of a certification, is a credential. */
const hasEnd = (cells: readonly Cell[], dates: readonly LabelledDate[]) =>
  dates.some(({ role }) => role === 'expiresAt') || certificationsIn(cells).some(isNamed)

function bestOf(scores: readonly Score[]): KindFound | null {
  const [first, second] = scores.toSorted((a, b) => b.score - a.score)
  if (!first || first.score < MIN_SCORE) return null
  const lead = first.score - (second?.score ?? 0)
  return { kind: first.kind, confidence: lead >= SURE_LEAD ? 'confident' : 'doubtful' }
}

function scoresOf(cells: readonly Cell[], dates: readonly LabelledDate[]): Score[] {
  const text = cells.map((cell) => cell.text).join('\n')
  const hasRole = (role: string) => dates.some((date) => date.role === role)
  const expiry = hasRole('expiresAt') ? 2 : 0
  const hasState = statesIn(cells).some(isNamed)
  const hasName = certificationsIn(cells).some(isNamed)
  const hasHeading = cells.slice(0, HEAD_LINES).some((cell) => boardHeading.test(cell.text))
  const hasProfession = rolesIn(cells).some(
    (role) =>
      isNamed(role) && role.start === 0 && role.end === role.cell.text.length && role.end > LONGEST_INITIALS,
  )
  const license = scoreOf(ofLicense, text) + expiry + (hasState ? 1 : 0) + (hasProfession ? 1 : 0)
  return [
    { kind: 'ce_certificate', score: scoreOf(ofCourse, text) + (hasRole('completedAt') ? 1 : 0) },
    {
      kind: 'license',
      score: license + (license >= MIN_SCORE && hasHeading ? 2 : 0),
    },
    {
      kind: 'certification',
      score:
        scoreOf(ofCertification, text) + expiry + (hasName ? 3 : 0) + (issuersIn(cells).length > 0 ? 1 : 0),
    },
  ]
}

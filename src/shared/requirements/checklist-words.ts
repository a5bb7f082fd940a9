import { certifications } from '#shared/credentials/known-certifications.ts'
import { OTHER } from '#shared/credentials/short-title.ts'
import { findState, states } from '#shared/credentials/states.ts'
import type { AskedRecord } from './item.ts'

/** The more specific first: "I-9 with driver's license" is about identity, "flu declination" still about flu. */
const health: readonly [AskedRecord, RegExp][] = [
  ['fit_test', /\bfit[- ]?test|\bmask fit|\bn-?95\b|\brespirator/i],
  [
    'tb_test',
    /\btb\b|tuberculosis|\bppd\b|quanti?feron|\bqft\b|t-?spot|\bigra\b|tuberculin|\bchest x-?ray|\bcxr\b/i,
  ],
  ['mmr', /\bmmr\b|measles|mumps|rubella|rubeola/i],
  ['varicella', /varicella|chicken ?pox|\bvzv\b/i],
  ['hepatitis_b', /\bhep(?:atitis)?\.?[- ]?b\b|\bhbv\b|\bhbsab\b/i],
  ['tdap', /\bt-?dap\b|\bdtap\b|tetanus|pertussis/i],
  ['influenza', /\bflu\b|influenza/i],
  ['covid_19', /\bcovid|sars-cov/i],
  ['drug_screen', /drug (?:screen|test)|\b\d{1,2}[- ]panel\b|\buds\b|urine (?:drug|screen)|toxicology/i],
  [
    'background_check',
    /background|fingerprint|\boig\b|sanctions? check|criminal (?:history|record)|\blivescan\b/i,
  ],
  ['skills_checklist', /skills? (?:check|inventory|assessment|list)|self[- ]assessment/i],
  ['references', /\breferences?\b/i],
  ['insurance', /liability|malpractice|\binsurance\b/i],
  [
    'identity',
    /\bi-?9\b|passport|social security|\bssn?\b card|photo id|government[- ]issued|\bid card\b|birth certificate/i,
  ],
  ['drivers_license', /driver'?s? licen[cs]e|driver’s licen[cs]e/i],
  ['physical', /\bphysical\b|\bh&p\b|health (?:exam|statement|clearance)|fit for duty/i],
]

export function healthIn(line: string): AskedRecord | null {
  return health.find(([, pattern]) => pattern.test(line))?.[0] ?? null
}

export function isForm(line: string): boolean {
  return /\b(?:signed|sign and|forms?|agreement|acknowledg\w+|attestation|consent|w-?4|w-?9|direct deposit|declination|waiver|policy|handbook|questionnaire|release)\b/i.test(
    line,
  )
}

const wordsForCodes: readonly [string, RegExp][] = [
  ['BLS', /basic life support|\bbls\b|healthcare provider cpr|cpr for healthcare/i],
  ['ACLS', /advanced (?:cardiac|cardiovascular) life support|\bacls\b/i],
  ['PALS', /pediatric advanced life support|\bpals\b/i],
  ['NRP', /neonatal resuscitation|\bnrp\b/i],
  ['TNCC', /trauma nurs\w* core|\btncc\b/i],
  ['ENPC', /emergency nurs\w* pediatric|\benpc\b/i],
  ['NIHSS', /\bnihss\b|nih stroke/i],
  ['CPI', /\bcpi\b|crisis prevention|non-?violent crisis|\bmandt\b/i],
  ['CPR', /\bcpr\b|heartsaver/i],
]

const coded = certifications
  .filter(({ code }) => code !== OTHER)
  .map(({ code }) => code)
  // "CCRN-K" before "CCRN".
  .sort((a, b) => b.length - a.length)

/** The code of the certification that a line names. Codes that could be words must be in capitals. */
export function certificationIn(line: string): string | null {
  const known = wordsForCodes.find(([, pattern]) => pattern.test(line))
  if (known) return known[0]
  return coded.find((code) => new RegExp(`(?<![A-Za-z-])${code}(?![A-Za-z-])`).test(line)) ?? null
}

const types: readonly [string, RegExp][] = [
  ['APRN', /\baprn\b|nurse practitioner/i],
  ['CRNA', /\bcrna\b.*licen|nurse anesthetist/i],
  ['LPN', /\blpn\b|\blvn\b|practical nurse|vocational nurse/i],
  ['CNA', /\bcna\b|nurs\w* assistant/i],
  ['RN', /\brn\b|registered nurse|\bnursing licen|\bnurse licen/i],
]

export type LicenseWords = { type: string | null; state: string | null; orCompact: boolean }

/** "Active RN license - CA or compact": the license that a line asks for; `null` if it does not ask for one. */
export function licenseIn(line: string): LicenseWords | null {
  const isLicense = /licen[cs](?:e|ure)\b/i.test(line) && !/driver/i.test(line)
  const type = types.find(([, pattern]) => pattern.test(line))?.[0] ?? null
  const orCompact = /\bcompact\b|multi-?state|\be?nlc\b/i.test(line) && !/prefer/i.test(line)
  const state = stateIn(line)
  const isShort = type !== null && (orCompact || state !== null) && !/resume|experience|year/i.test(line)
  if (
    !isShort &&
    !(
      isLicense &&
      (type !== null ||
        state !== null ||
        orCompact ||
        /nurs|active|current|state|copy|unencumbered/i.test(line))
    )
  )
    return null
  return { type, state, orCompact }
}

/** A name anywhere; a code only in capitals, as "or" and "in" are words. */
function stateIn(line: string): string | null {
  const named = states.find(({ name }) => new RegExp(String.raw`\b${name}\b`, 'i').test(line))
  if (named) return named.code
  const codes = line.match(/(?<![A-Za-z])[A-Z]{2}(?![A-Za-z])/g) ?? []
  const code = codes.find((each) => findState(each) !== null && !(each === 'OR' && isShouted(line)))
  return code ?? null
}

/** In a line of capitals "OR" may be a word. */
const isShouted = (line: string) => line === line.toUpperCase()

/** "3 hours of sepsis training", "Implicit bias CE - 2 hours". */
export function ceIn(line: string): { hours: number; topic: string | null } | null {
  const [, hours = ''] =
    /(\d{1,3}(?:\.\d{1,2})?)\s*(?:contact |ce |ceu |credit )?\s*-?(?:hours?|hrs?)\b/i.exec(line) ?? []
  const isCe =
    /\bce(?:u|us|s)?\b|contact hours?|continuing education|\btraining\b|\bcourse\b|\bin-?service\b|\beducation\b/i.test(
      line,
    )
  const value = Number(hours)
  if (!isCe || !(value > 0) || value > 500) return null
  return { hours: value, topic: topicIn(line) }
}

function topicIn(line: string): string | null {
  const [, after = ''] =
    /(?:hours?|hrs?|ceus?|ces?|training|course|education)\s+(?:ceus?\s+|ces?\s+)?(?:of|in|on)\s+(?:(?:continuing education|training|education|course) (?:in|on) )?([^,;(–—]+)/i.exec(
      line,
    ) ?? []
  const topic = (after || line)
    .replace(/\(?\d+(?:\.\d+)?\s*-?(?:contact |ce |credit )?(?:hours?|hrs?)\)?/gi, '')
    .replace(
      /\b(?:ceus?|ces?|continuing education|contact hours?|training|course|required|mandatory|credits?)\b/gi,
      '',
    )
    .replace(/\b(?:within|in|during|since|through|every|from)\b.*$/i, '')
    .replace(/[^\p{Letter}\p{Number}&/' -]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s-]+|[\s-]+$/g, '')
    .replace(/^(?:of|in|on|and)\s+/i, '')
  return topic.length > 1 ? [...topic].slice(0, 100).join('') : null
}

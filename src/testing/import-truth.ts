import { certifications } from '#shared/credentials/known-certifications.ts'

/**
 * What a person reads in a row. Fields that are absent are empty. `ask`: a person could not tell either, or would have to
 * look at the card: nothing of the row may be taken without a question. `none`: it is no record.
 */
export type Truth = Record<string, unknown> | 'ask' | 'none'
export type CorpusTable = {
  file: string
  /** What is special about it. */
  about: string
  bytes: Uint8Array
  /** By the row number that a spreadsheet shows, for the first sheet; `Name!3` for another one. */
  rows: Record<string, Truth>
}

/** The day on which the tables are read. */
export const CORPUS_DAY = '2026-11-27'

type More = Record<string, unknown>

export function license(
  state: string,
  type: string,
  number: string | null,
  expiresAt: string | null,
  more: More = {},
): Truth {
  return { kind: 'license', state, type, number, expiresAt, ...more }
}

/** `issuer` where the catalog has several; else the only one. */
export function cert(code: string, issuer: string | null, expiresAt: string | null, more: More = {}): Truth {
  const known = certifications.find((each) => each.code === code)
  if (!known) throw new Error(`${code} is not in the catalog`)
  return {
    kind: 'certification',
    code,
    name: known.name,
    issuer: issuer ?? known.issuers[0],
    expiresAt,
    ...more,
  }
}

export function course(
  title: string,
  provider: string,
  completedAt: string,
  hours: number,
  more: More = {},
): Truth {
  return { title, provider, completedAt, hours, ...more }
}

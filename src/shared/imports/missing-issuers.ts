import { findCertification } from '#shared/credentials/known-certifications.ts'
import type { CredentialRow } from './credential-table.ts'

/** Rows whose certification may be from several issuers and that name none. `issuer` is the owner's answer. */
export type IssuerQuestion = { codes: string[]; issuers: string[]; lines: number[]; issuer: string | null }

type Row = Pick<CredentialRow, 'line' | 'input' | 'problems'>

/** One question for each set of possible issuers. Those that other rows of the table name come first. */
export function missingIssuersIn(rows: readonly Row[]): IssuerQuestion[] {
  const questions = new Map<string, IssuerQuestion>()
  const timesNamed = (issuer: string) => rows.filter(({ input }) => input.issuer === issuer).length
  for (const { line, input, problems } of rows) {
    const { code = null } = input as { code?: string | null }
    const issuers = namesOf(findCertification(code)?.issuers ?? [])
    if (code === null || issuers.length < 2 || !problems.some(({ path }) => path === 'issuer')) continue
    const key = issuers.join('\n')
    const question = questions.get(key)
    if (question) {
      question.lines.push(line)
      if (!question.codes.includes(code)) question.codes.push(code)
    } else
      questions.set(key, {
        codes: [code],
        issuers: issuers.toSorted((a, b) => timesNamed(b) - timesNamed(a)),
        lines: [line],
        issuer: null,
      })
  }
  return [...questions.values()]
}

/** Without "other training providers". */
const namesOf = (issuers: readonly string[]) => issuers.filter((name) => !name.startsWith('other '))

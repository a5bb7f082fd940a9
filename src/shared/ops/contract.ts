import { type Contract, noContent } from '#shared/http/contract.ts'

/** A plain schema and not zod's: what a browser reports is read as text, whatever it is. */
const report = { schema: { type: 'object' } }

export const cspReportContract = {
  'POST /api/csp-report': {
    summary: 'Where browsers report what the content security policy blocked',
    content: { 'application/csp-report': report },
    answers: { 204: noContent('Logged') },
    problems: [],
  },
} satisfies Contract

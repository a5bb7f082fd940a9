import { z } from 'zod'
import { email } from '#shared/auth/registration.ts'
import { bytes, type Contract, json, noContent } from '#shared/http/contract.ts'
import { debugReport, outboxMail } from './debug.ts'
import { liveness, readiness } from './health.ts'

/** A plain schema instead of zod's: a report is read as text, whatever the browser sends. */
const report = { schema: { type: 'object' } }

export const cspReportContract = {
  'POST /api/csp-report': {
    summary: 'Where browsers report what the content security policy blocked',
    content: { 'application/csp-report': report },
    answers: { 204: noContent('Logged') },
    problems: [429],
  },
} satisfies Contract

export const debugContract = {
  'GET /api/debug': {
    summary: 'Which services respond; in emulator mode also versions and the local outbox',
    answers: { 200: json(debugReport, 'The report') },
  },
  'GET /api/debug/outbox': {
    summary:
      'The mail to one address, in emulator mode only; without a session only to that of the first account',
    query: z.strictObject({ email }),
    answers: { 200: json(outboxMail, 'The mail') },
    problems: [404],
  },
  'GET /api/debug/outbox/{id}': {
    summary: 'A message of the local outbox as HTML for a sandboxed frame; in emulator mode only',
    params: z.object({ id: z.string() }),
    answers: { 200: bytes('The message', 'text/html') },
  },
} satisfies Contract

export const securityTxtContract = {
  'GET /.well-known/security.txt': {
    summary: 'Whom to tell about a vulnerability of this installation (RFC 9116)',
    answers: { 200: bytes('Contact, and until when this is valid', 'text/plain') },
    problems: [404],
  },
} satisfies Contract

export const healthContract = {
  'GET /healthz': {
    summary: 'Whether the process is running',
    answers: { 200: json(liveness, 'The process is running') },
  },
  'GET /readyz': {
    summary: 'Whether this process can handle requests',
    answers: {
      200: json(readiness, 'Ready. `degraded`: email is waiting or a job is late'),
      503: json(readiness, 'The database or the file storage cannot be reached'),
    },
  },
  'GET /metrics': {
    summary: "Metrics in Prometheus text format; needs the operator's token",
    answers: { 200: bytes('Current metrics', 'text/plain') },
    problems: [404, 429],
  },
} satisfies Contract

const ofPack = { params: z.object({ version: z.string() }) }
const changed = {
  303: noContent('The page that follows'),
  422: bytes('The page, with the reason why nothing was changed', 'text/html'),
}

/** Pages for the operator's browser, which sends `OPS_TOKEN` as a password. */
export const rulePackContract = {
  'GET /ops/rules': {
    summary: 'The CE rules in use, and the packs that were uploaded',
    answers: { 200: bytes('The page', 'text/html') },
    problems: [401, 404, 429],
  },
  'POST /ops/rules': {
    summary: 'Checks and keeps a rule pack, without using it yet',
    content: { 'multipart/form-data': { schema: { type: 'object' } } },
    answers: changed,
    problems: [401, 403, 404, 429],
  },
  'GET /ops/rules/review': {
    summary: 'What is not known about the rules in use, and what to read again, by the number of owners',
    answers: { 200: bytes('The page', 'text/html') },
    problems: [401, 404, 429],
  },
  'GET /ops/rules/{version}': {
    summary: 'What a pack would change',
    ...ofPack,
    answers: {
      200: bytes('The page', 'text/html'),
      422: bytes('The page before, with the reason why this pack cannot be used', 'text/html'),
    },
    problems: [401, 404, 429],
  },
  'POST /ops/rules/{version}/install': {
    summary: 'Uses the rules of a pack from now on',
    ...ofPack,
    answers: changed,
    problems: [401, 403, 404, 429],
  },
  'POST /ops/rules/{version}/rollback': {
    summary: 'Takes a pack out of use',
    ...ofPack,
    answers: changed,
    problems: [401, 403, 404, 429],
  },
} satisfies Contract

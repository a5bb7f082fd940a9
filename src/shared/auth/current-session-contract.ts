import { z } from 'zod'
import { type Contract, json } from '#shared/http/contract.ts'
import { currentSession, sessionEnd, tags } from './answers.ts'

export const currentSessionContract = {
  'GET /api/auth/get-session': {
    tags,
    summary: 'Who is signed in in this browser, or null',
    answers: { 200: json(currentSession, 'The user and the session, or null') },
  },
  'GET /api/auth/ended-session': {
    tags,
    summary:
      'Whether a remembered session of this browser was ended by time alone (timed_out), or none is left of it, as after signing out',
    answers: { 200: json(sessionEnd, 'How it ended; open while somebody is signed in') },
  },
  'POST /api/auth/sign-out': {
    tags,
    summary: 'End this session; the same answer without a session',
    answers: { 200: json(z.object({ success: z.boolean() }), 'Signed out') },
    problems: [400, 403],
  },
} satisfies Contract

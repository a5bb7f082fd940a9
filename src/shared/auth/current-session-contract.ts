import { z } from 'zod'
import { type Contract, json } from '#shared/http/contract.ts'
import { currentSession, tags } from './answers.ts'

export const currentSessionContract = {
  'GET /api/auth/get-session': {
    tags,
    summary: 'Who is signed in in this browser, or null',
    answers: { 200: json(currentSession, 'The user and the session, or null') },
    problems: [],
  },
  'POST /api/auth/sign-out': {
    tags,
    summary: 'End this session; the same answer without a session',
    answers: { 200: json(z.object({ success: z.boolean() }), 'Signed out') },
    problems: [400, 403],
  },
} satisfies Contract

import { z } from 'zod'
import { compactFile } from '#shared/credentials/compact.ts'
import { type Contract, json, noContent } from '#shared/http/contract.ts'
import { idempotencyHeaders } from '#shared/http/idempotency.ts'
import {
  compactMembers,
  movePlan,
  moveQuery,
  practiceAnswer,
  practiceOverview,
  practiceQuery,
  practiceStates,
  practiceStatesQuery,
} from './practice-answer.ts'
import { residence, residenceInput, residenceItems, residencePatch } from './residence.ts'

const tags = ['Where you can work']
const byId = z.object({ id: z.string() })
const location = z.object({ Location: z.string() })

export const practiceContract = {
  'GET /api/practice': {
    tags,
    summary: 'Whether you may practice in a state on a day, as what, and on which license',
    query: practiceQuery,
    answers: { 200: json(practiceAnswer, 'The answer, why, and what it rests on') },
  },
  'GET /api/practice/states': {
    tags,
    summary: 'The same for every state',
    query: practiceStatesQuery,
    answers: { 200: json(practiceStates, 'Every state') },
  },
  'GET /api/practice/members': {
    tags,
    summary: 'The states that can issue a multistate license today',
    answers: { 200: json(compactMembers, 'Their codes') },
  },
  'GET /api/practice/compact': {
    tags,
    summary: 'Where the Nurse Licensure Compact is in force, and since when',
    answers: { 200: json(compactFile, 'The list that Lanyard uses') },
  },
  'GET /api/practice/overview': {
    tags,
    summary: 'In how many states you may practice today, and what a move asks of you',
    answers: { 200: json(practiceOverview, 'The counts') },
  },
  'GET /api/practice/move': {
    tags,
    summary: 'What moving to a state on a day changes: what to apply for, what ends',
    query: moveQuery,
    answers: { 200: json(movePlan, 'What changes') },
  },
} satisfies Contract

export const residenceContract = {
  'GET /api/residences': {
    tags,
    summary: 'Your states of residence, latest first',
    answers: { 200: json(residenceItems, 'All of them') },
  },
  'POST /api/residences': {
    tags,
    summary: 'Record where you live, or are moving, from a day on',
    headers: idempotencyHeaders,
    body: residenceInput,
    answers: { 201: { ...json(residence, 'Recorded residence'), headers: location } },
    problems: [404],
  },
  'PATCH /api/residences/{id}': {
    tags,
    summary: 'Change a residence: omitted fields stay as they are, null clears',
    params: byId,
    body: residencePatch,
    answers: { 200: json(residence, 'Changed residence') },
  },
  'DELETE /api/residences/{id}': {
    tags,
    summary: 'Delete a residence; it can be restored for 30 days',
    params: byId,
    answers: { 204: noContent('Deleted residence') },
  },
  'POST /api/residences/{id}/restore': {
    tags,
    summary: 'Restore a deleted residence, unless there is another from the same day by now',
    params: byId,
    answers: { 200: json(residence, 'Restored residence') },
    problems: [422],
  },
} satisfies Contract

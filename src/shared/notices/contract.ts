import { z } from 'zod'
import { type Contract, json, noContent } from '#shared/http/contract.ts'
import { dismissal, dismissalItems, notice } from './notice.ts'

const tags = ['Notices']
const byNotice = z.object({ notice })

export const noticeContract = {
  'GET /api/notices/dismissals': {
    tags,
    summary: 'The notices that you dismissed and that are still away',
    answers: { 200: json(dismissalItems, 'Dismissals') },
  },
  'PUT /api/notices/{notice}/dismissal': {
    tags,
    summary: 'Dismiss a notice, for as long as one of its kind stays away',
    params: byNotice,
    answers: { 200: json(dismissal, 'Until when it stays away') },
  },
  'DELETE /api/notices/{notice}/dismissal': {
    tags,
    summary: 'Show a dismissed notice again',
    params: byNotice,
    answers: { 204: noContent('It is shown') },
  },
} satisfies Contract

import { type Contract, json } from '#shared/http/contract.ts'
import { home } from './home-answer.ts'

export const homeContract = {
  'GET /api/home': {
    tags: ['Home'],
    summary: 'What the dashboard shows: whether you are clear to work, what is next, and the year ahead',
    answers: { 200: json(home, 'All of it, of one day') },
    problems: [401],
  },
} satisfies Contract

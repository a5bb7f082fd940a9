import { z } from 'zod'
import { type Contract, json } from '#shared/http/contract.ts'
import { activityExportQuery, activityList, activityQuery, exportedActivity } from './activity.ts'
import { bellPage, bellQuery } from './bell.ts'

const tags = ['Activity']
const csv = { schema: { type: 'string', format: 'binary' } } as const

export const activityContract = {
  'GET /api/users/me/activity': {
    tags,
    summary: 'What happened in your account, newest first',
    query: activityQuery,
    answers: { 200: json(activityList, 'One page') },
  },
  'GET /api/users/me/activity/export': {
    tags,
    summary: 'Your whole activity log as a file',
    query: activityExportQuery,
    answers: {
      200: {
        description: 'The file',
        content: { 'text/csv': csv, 'application/json': { schema: z.array(exportedActivity) } },
      },
    },
  },
} satisfies Contract

export const bellContract = {
  'GET /api/bell': {
    tags,
    summary: 'Sent reminders, openings of share links and security notices of the last 90 days, newest first',
    query: bellQuery,
    answers: { 200: json(bellPage, 'One page') },
  },
} satisfies Contract

import { z } from 'zod'
import { type Contract, json } from '#shared/http/contract.ts'
import { profileInput, user } from './profile.ts'

const tags = ['Account']

export const accountContract = {
  'GET /api/users': {
    tags,
    summary: 'The users that you may see: only you',
    answers: { 200: json(z.object({ items: z.array(user) }), 'Your own profile') },
  },
  'GET /api/users/me': {
    tags,
    summary: 'Your profile',
    answers: { 200: json(user, 'The profile') },
  },
  'PUT /api/users/me': {
    tags,
    summary: 'Update your profile: omitted fields stay as they are',
    body: profileInput,
    answers: { 200: json(user, 'Updated profile') },
  },
} satisfies Contract

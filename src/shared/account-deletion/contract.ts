import { accountRemovalInput } from '#shared/auth/registration.ts'
import { type Contract, noContent } from '#shared/http/contract.ts'

export const accountDeletionContract = {
  'DELETE /api/users/me': {
    tags: ['Account'],
    summary: 'Permanently delete your account and everything in it, immediately',
    optionalBody: accountRemovalInput,
    answers: { 204: noContent('Deleted account') },
  },
} satisfies Contract

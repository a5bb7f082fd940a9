import { type Contract, json, noContent } from '#shared/http/contract.ts'
import { accessTokenInput, accessTokenList, createdAccessToken } from './access-token.ts'
import { byId } from './sign-in-methods.ts'

const tags = ['Account security']

export const accessTokenContract = {
  'GET /api/users/me/tokens': {
    tags,
    summary: 'Access tokens for the owner’s own programs, newest first, without their secrets',
    answers: { 200: json(accessTokenList, 'Tokens') },
  },
  'POST /api/users/me/tokens': {
    tags,
    summary: 'Create an access token; its secret is shown only here',
    body: accessTokenInput,
    answers: { 201: json(createdAccessToken, 'Created token with its secret') },
  },
  'DELETE /api/users/me/tokens/{id}': {
    tags,
    summary: 'End an access token',
    params: byId,
    answers: { 204: noContent('Ended token') },
  },
} satisfies Contract

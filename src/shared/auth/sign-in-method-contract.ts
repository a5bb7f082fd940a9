import { z } from 'zod'
import { type Contract, json, noContent } from '#shared/http/contract.ts'
import { byId, passkey, renamePasskeyInput, sessionList, signInMethods } from './sign-in-methods.ts'

const tags = ['Account security']

export const signInMethodContract = {
  'GET /api/users/me/sign-in-methods': {
    tags,
    summary: 'Password, passkeys, linked accounts and two-factor authentication of the owner',
    answers: { 200: json(signInMethods, 'Sign-in methods') },
  },
  'PUT /api/users/me/sign-in-methods/passkeys/{id}': {
    tags,
    summary: 'Rename a passkey',
    params: byId,
    body: renamePasskeyInput,
    answers: { 200: json(passkey, 'Renamed passkey') },
  },
  'DELETE /api/users/me/sign-in-methods/passkeys/{id}': {
    tags,
    summary: 'Remove a passkey',
    params: byId,
    answers: { 204: noContent('Removed passkey') },
  },
  'DELETE /api/users/me/sign-in-methods/linked-accounts/{id}': {
    tags,
    summary: 'Unlink an account',
    params: byId,
    answers: { 204: noContent('Unlinked account') },
  },
} satisfies Contract

export const sessionContract = {
  'GET /api/users/me/sessions': {
    tags,
    summary: 'Where the owner is signed in',
    answers: { 200: json(sessionList, 'Sessions') },
  },
  'DELETE /api/users/me/sessions': {
    tags,
    summary: 'End every other session, and every mailed link that gives access',
    answers: { 200: json(z.object({ ended: z.number() }), 'Number of ended sessions') },
  },
  'DELETE /api/users/me/sessions/{id}': {
    tags,
    summary: 'End one session',
    params: byId,
    answers: { 204: noContent('Ended session') },
  },
} satisfies Contract

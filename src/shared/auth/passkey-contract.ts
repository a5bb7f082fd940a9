import { z } from 'zod'
import { type Contract, json } from '#shared/http/contract.ts'
import { tags } from './answers.ts'
import {
  addPasskeyInput,
  passkey,
  passkeyOptions,
  passkeyReauthenticationInput,
  passkeySignInInput,
} from './sign-in-methods.ts'

export const passkeyContract = {
  'POST /api/auth/passkey/options-to-add': {
    tags,
    summary: 'What the browser needs to create a passkey',
    answers: { 200: json(passkeyOptions, 'Options for navigator.credentials.create') },
    problems: [400, 401, 403, 422],
  },
  'POST /api/auth/passkey/add': {
    tags,
    summary: 'Save the passkey that the browser created',
    body: addPasskeyInput,
    answers: { 200: json(passkey, 'Saved passkey') },
    problems: [401, 403, 429],
  },
  'POST /api/auth/passkey/options-to-sign-in': {
    tags,
    summary: 'What the browser needs to sign in with a passkey',
    answers: { 200: json(passkeyOptions, 'Options for navigator.credentials.get') },
    problems: [400, 403, 422, 429],
  },
  'POST /api/auth/sign-in/passkey': {
    tags,
    summary: 'Sign in with a passkey',
    body: passkeySignInInput,
    answers: { 200: json(z.looseObject({}), 'Signed in') },
    problems: [401, 403, 429],
  },
  'POST /api/auth/reauthenticate/passkey': {
    tags,
    summary: 'Reauthenticate with a passkey',
    body: passkeyReauthenticationInput,
    answers: { 200: json(z.looseObject({}), 'Reauthenticated') },
    problems: [401, 403, 429],
  },
} satisfies Contract

import { z } from 'zod'
import { type Contract, json, noContent } from '#shared/http/contract.ts'
import { tags } from './answers.ts'
import { providerInput, providerList, providerSignInInput } from './sign-in-methods.ts'

const providerUrl = z.object({ url: z.url() })
const byProvider = z.object({ provider: z.string() })

export const oidcContract = {
  'GET /api/auth/providers': {
    tags,
    summary: 'The providers that the operator has set up',
    answers: { 200: json(providerList, 'Providers') },
  },
  'POST /api/auth/sign-in/provider': {
    tags,
    summary: 'The URL at a provider to sign in at',
    body: providerSignInInput,
    answers: { 200: json(providerUrl, 'Where to send the browser') },
    problems: [403, 404, 429, 502],
  },
  'POST /api/auth/link-provider': {
    tags,
    summary: 'The URL at a provider to link an account at',
    body: providerInput,
    answers: { 200: json(providerUrl, 'Where to send the browser') },
    problems: [401, 403, 404, 429, 502],
  },
  'POST /api/auth/reauthenticate/provider': {
    tags,
    summary: 'The URL at a provider to reauthenticate at',
    body: providerInput,
    answers: { 200: json(providerUrl, 'Where to send the browser') },
    problems: [401, 403, 404, 429, 502],
  },
  'GET /api/auth/callback/{provider}': {
    tags,
    summary: 'Where a provider sends the browser back to',
    params: byProvider,
    answers: { 303: noContent('Redirect to a page of ours, with what went wrong if anything did') },
    problems: [404],
  },
  'POST /api/auth/callback/{provider}': {
    tags,
    summary: 'The same for a provider that sends a form: redirects to the GET',
    params: byProvider,
    answers: { 303: noContent('Redirect to the same URL without the form') },
    problems: [404],
  },
} satisfies Contract

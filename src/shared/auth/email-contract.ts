import { z } from 'zod'
import { type Contract, json } from '#shared/http/contract.ts'
import { done, signedIn, tags } from './answers.ts'
import { mailedLink, mailedLinkInput } from './mailed-link.ts'
import { recovered } from './recovery.ts'
import { mailLinkInput, verifyEmailInput } from './registration.ts'
import { changeEmailInput, linkSignInInput, tokenInput } from './sign-in-methods.ts'

/** Links that create a session. */
export const emailLinkContract = {
  'POST /api/auth/send-verification-email': {
    tags,
    summary: 'Send another email to confirm an address',
    body: mailLinkInput,
    answers: { 200: json(done, 'Sent if the address is waiting for confirmation') },
    problems: [403, 429],
  },
  'POST /api/auth/mailed-link': {
    tags,
    summary:
      'Which account a mailed link is about, and whether another one is signed in here; the link stays unused',
    body: mailedLinkInput,
    answers: { 200: json(mailedLink, 'The account') },
    problems: [403, 429],
  },
  'POST /api/auth/verify-email': {
    tags,
    summary:
      'Confirm an address with the code from that email, and sign in; with a mail server the name and the password are chosen here',
    body: verifyEmailInput,
    answers: { 200: json(z.looseObject({}), 'Confirmed and signed in') },
    problems: [401, 403, 409, 429],
  },
  'POST /api/auth/request-sign-in-link': {
    tags,
    summary: 'Send an email with a link that signs in',
    body: mailLinkInput,
    answers: { 200: json(done, 'Sent if the address has an account') },
    problems: [403, 429],
  },
  'POST /api/auth/sign-in/link': {
    tags,
    summary: 'Sign in with the code from that email',
    body: linkSignInInput,
    answers: { 200: json(signedIn, 'Signed in') },
    problems: [401, 403, 409, 429],
  },
} satisfies Contract

export const emailChangeContract = {
  'POST /api/auth/change-email': {
    tags,
    summary: 'Ask for another address; an email to confirm it is sent there',
    body: changeEmailInput,
    answers: { 200: json(done, 'Sent if the address is free') },
    problems: [401, 403, 429],
  },
  'POST /api/auth/verify-and-change-email': {
    tags,
    summary: 'Switch to the new address with the code from that email; every session ends',
    body: tokenInput,
    answers: { 200: json(z.object({ email: z.string() }), 'Address changed') },
    problems: [403, 409, 429],
  },
  'POST /api/auth/recover-email': {
    tags,
    summary: 'Restore the old address with the code from the email that was sent there',
    body: tokenInput,
    answers: {
      200: json(recovered, 'Address restored; what was dropped, and a code to choose a new password'),
    },
    problems: [403, 409, 429],
  },
} satisfies Contract

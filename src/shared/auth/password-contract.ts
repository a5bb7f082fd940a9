import { type Contract, json } from '#shared/http/contract.ts'
import { done, registered, signedIn, tags } from './answers.ts'
import {
  changePasswordInput,
  mailLinkInput,
  registrationInput,
  resetPasswordInput,
  signInInput,
} from './registration.ts'
import { passwordPolicy } from './sign-in-methods.ts'

export const passwordContract = {
  'GET /api/auth/password-policy': {
    tags,
    summary: 'The requirements for passwords',
    answers: { 200: json(passwordPolicy, 'Password policy') },
  },
  'POST /api/auth/sign-in/email': {
    tags,
    summary: 'Sign in with a password; 401 also when a two-factor code is still needed',
    body: signInInput,
    answers: { 200: json(signedIn, 'Signed in') },
    problems: [401, 403, 429],
  },
  'POST /api/auth/sign-up/email': {
    tags,
    summary:
      'Register; with a mail server only the address counts, and everything else is chosen with the mailed link',
    body: registrationInput,
    answers: { 200: json(registered, 'Registered') },
    problems: [403, 429],
  },
  'POST /api/auth/request-password-reset': {
    tags,
    summary: 'Send an email with a link to set a new password',
    body: mailLinkInput,
    answers: { 200: json(done, 'Sent if the address has an account') },
    problems: [403, 429],
  },
  'POST /api/auth/reset-password': {
    tags,
    summary: 'Set a new password with the code from that email',
    body: resetPasswordInput,
    answers: { 200: json(done, 'Password set') },
    problems: [403, 429],
  },
  'POST /api/auth/change-password': {
    tags,
    summary: 'Change the password; every other session and every mailed link that gives access ends',
    body: changePasswordInput,
    answers: { 200: json(signedIn, 'Password changed') },
    problems: [401, 403, 429],
  },
} satisfies Contract

import { z } from 'zod'
import { bytes, type Contract, json, noContent } from '#shared/http/contract.ts'
import { instant } from '#shared/kernel/fields.ts'

const tags = ['Wallet passes']
const byCredential = z.object({ id: z.string().max(100) })

const wallet = z.enum(['apple', 'google'])

const existingPass = z.object({ createdAt: instant, showsNumber: z.boolean() })
export const passState = z.object({
  applePass: existingPass.nullable(),
  googlePass: existingPass.nullable(),
})
export const passInput = z.strictObject({
  showNumber: z
    .boolean()
    .describe('Shows the whole number. A pass that did not is then replaced: copies of it become void'),
})
export const createdPass = z.object({
  url: z.string().describe('Path of the file to open on the phone, for five minutes, in the same session'),
})
export const createdLink = z.object({ url: z.string().describe('Address at Google that saves the pass') })

export const ownPass = z.object({
  ...{ credentialId: z.string(), title: z.string(), wallet, showsNumber: z.boolean(), createdAt: instant },
  devices: z
    .array(z.object({ addedAt: instant }))
    .describe('Phones with Apple Wallet that ask for changes; Google names none'),
})
export type OwnPass = z.infer<typeof ownPass>
export const passList = z.object({ items: z.array(ownPass) })

const passFile = bytes('A signed pass', 'application/vnd.apple.pkpass')

export const passContract = {
  'GET /api/passes': {
    tags,
    summary: 'All wallet passes that can be used, with their phones',
    answers: { 200: json(passList, 'Passes') },
    problems: [404],
  },
  'DELETE /api/passes': {
    tags,
    summary: 'End all wallet passes: phones and Google learn that they are void',
    answers: { 204: noContent('Ended') },
    problems: [404],
  },
  'DELETE /api/passes/{id}/{wallet}': {
    tags,
    summary: 'End a wallet pass of a credential',
    params: byCredential.extend({ wallet }),
    answers: { 204: noContent('Ended, or there was none') },
  },
  'GET /api/passes/{id}': {
    tags,
    summary: 'The wallet passes of a credential',
    params: byCredential,
    answers: { 200: json(passState, 'Pass') },
  },
  'PUT /api/passes/{id}/apple': {
    tags,
    summary:
      'Make a pass for Apple Wallet or a new file of it, or change what it shows; needs a recent sign-in',
    params: byCredential,
    body: passInput,
    answers: { 200: json(createdPass, 'Where its file is') },
  },
  'PUT /api/passes/{id}/google': {
    tags,
    summary: 'Make a pass for Google Wallet, or change what it shows; needs a recent sign-in',
    params: byCredential,
    body: passInput,
    answers: { 200: json(createdLink, 'Where it is saved') },
  },
  'GET /api/passes/{id}/apple/file': {
    tags,
    summary: 'The pass as a file that a phone adds to Apple Wallet',
    params: byCredential,
    query: z.strictObject({ ticket: z.string().max(100) }),
    answers: { 200: passFile },
  },
} satisfies Contract

const part = z.string().min(1).max(200)
const byDevice = z.object({ device: part, type: part })
const bySerial = z.object({ type: part, serial: part })
const byRegistration = z.object({ device: part, type: part, serial: part })
const updated = z.object({ serialNumbers: z.array(z.string()), lastUpdated: z.string() })

/** The endpoints for Apple Wallet, as defined by its PassKit web service. */
export const walletContract = {
  'POST /api/wallet/v1/devices/{device}/registrations/{type}/{serial}': {
    tags,
    summary: 'Apple Wallet: tell a device when a pass changes',
    params: byRegistration,
    body: z.object({ pushToken: z.string().regex(/^[0-9A-Fa-f]{8,200}$/) }),
    answers: { 200: noContent('Was registered before'), 201: noContent('Registered') },
    problems: [401, 404, 429],
  },
  'DELETE /api/wallet/v1/devices/{device}/registrations/{type}/{serial}': {
    tags,
    summary: 'Apple Wallet: a pass was removed from a device',
    params: byRegistration,
    answers: { 200: noContent('No longer registered') },
    problems: [401, 404],
  },
  'GET /api/wallet/v1/devices/{device}/registrations/{type}': {
    tags,
    summary: 'Apple Wallet: the passes of a device that changed',
    params: byDevice,
    query: z.object({ passesUpdatedSince: z.string().max(40).optional() }),
    answers: { 200: json(updated, 'Changed'), 204: noContent('None changed') },
    problems: [404, 429],
  },
  'GET /api/wallet/v1/passes/{type}/{serial}': {
    tags,
    summary: 'Apple Wallet: the current pass',
    params: bySerial,
    answers: { 200: passFile, 304: noContent('Not changed') },
    problems: [401, 404, 429],
  },
  'POST /api/wallet/v1/log': {
    tags,
    summary: 'Apple Wallet: what went wrong on a device',
    body: z.object({ logs: z.array(z.string()).max(100) }),
    answers: { 200: noContent('Counted') },
    problems: [404, 429],
  },
} satisfies Contract

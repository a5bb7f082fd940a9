import { z } from 'zod'
import { type Contract, json, noContent } from '#shared/http/contract.ts'
import { allowInput, mailInState, receivedMails, sendersInput } from './mail-in.ts'

const tags = ['Documents by email']
const byId = z.object({ id: z.string() })

export const mailInContract = {
  'GET /api/mail-in': {
    tags,
    summary: 'Your address for documents by email, and who may send to it',
    answers: { 200: json(mailInState, 'The address') },
  },
  'POST /api/mail-in': {
    tags,
    summary: 'Create your address; an earlier one stops working',
    answers: { 200: json(mailInState, 'The new address') },
    problems: [404],
  },
  'DELETE /api/mail-in': {
    tags,
    summary: 'Turn your address off',
    answers: { 204: noContent('Turned off') },
  },
  'PUT /api/mail-in/senders': {
    tags,
    summary: 'Set who may send to your address, besides the address of your account',
    body: sendersInput,
    answers: { 200: json(mailInState, 'The address') },
  },
  'GET /api/mail-in/mails': {
    tags,
    summary: 'Emails with files that wait for you, newest first',
    answers: { 200: json(receivedMails, 'At most 100') },
  },
  'POST /api/mail-in/mails/{id}/allow': {
    tags,
    summary: 'Take the files of a held email; they are not attached to anything yet',
    params: byId,
    body: allowInput,
    answers: { 204: noContent('Allowed') },
  },
  'DELETE /api/mail-in/mails/{id}': {
    tags,
    summary:
      'Delete a held email with its files; an email that is not held leaves the list, and its files stay',
    params: byId,
    answers: { 204: noContent('Deleted') },
  },
} satisfies Contract

import { z } from 'zod'
import { bytes, type Contract, json } from '#shared/http/contract.ts'
import { documentKinds } from './statement.ts'

const tags = ['Checking a file']

export const checkInput = z.strictObject({
  code: z.string().max(100).describe('As printed on the first page, with or without dashes'),
})

/** What this installation tells whoever has the code of a document, and nothing else. */
export const knownDocument = z.strictObject({
  kind: z.enum(documentKinds),
  madeAt: z.iso.datetime().describe('When a file with this code was first made'),
  linkEndsAt: z.iso.datetime().nullable().describe('When its share link ends or ended'),
})
export type KnownDocument = z.infer<typeof knownDocument>
export const codeAnswer = z.strictObject({
  known: knownDocument.nullable().describe('`null` for a code that this installation does not know now'),
})

/** `/api/check`: for whoever was given a file. The file itself is never sent. */
export const checkContract = {
  'POST /api/check': {
    tags,
    summary: 'What is known of a document by its code; says nothing about a file or its owner',
    body: checkInput,
    answers: { 200: json(codeAnswer, 'What this installation knows of the code') },
    problems: [429],
  },
  'GET /api/check/key': {
    tags,
    summary: 'The public key (Ed25519, PEM) that signs the PDFs and ZIPs of this installation',
    answers: { 200: bytes('The key', 'application/x-pem-file') },
  },
} satisfies Contract

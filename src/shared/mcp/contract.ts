import { bytes, type Contract } from '#shared/http/contract.ts'

/** A plain schema instead of zod's: the protocol's own package reads the message. */
const message = { schema: { type: 'object' } } as const
const problem = { schema: { type: 'object' } } as const

export const mcpContract = {
  'POST /mcp': {
    tags: ['Assistants'],
    summary:
      'The Model Context Protocol (streamable HTTP) for assistants, with an access token: one JSON-RPC message',
    security: [{ token: ['read'] }],
    content: { 'application/json': message },
    answers: {
      200: {
        description: 'The answer to a request',
        content: {
          'application/json': message,
          ...bytes('', 'text/event-stream').content,
        },
      },
      202: { description: 'Took a notification' },
      400: {
        description: 'Not a message of the protocol',
        content: { 'application/json': message, 'application/problem+json': problem },
      },
      406: { description: 'The client does not accept the answer', content: { 'application/json': message } },
    },
    problems: [401, 403, 415, 422, 429],
  },
} satisfies Contract

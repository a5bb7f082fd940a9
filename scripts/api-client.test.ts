import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tokenScopeOf } from '../src/shared/auth/token-scope.ts'
import { clientFolder, findStaleClient } from './api-client.ts'
import { typeOf } from './api-client-types.ts'

const root = resolve(import.meta.dirname, '..')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lanyard-client-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

describe('the generated client', () => {
  it('matches the contracts', async () => {
    expect(await findStaleClient(root)).toEqual([])
  })

  it('is stale when a file is missing or was edited', async () => {
    mkdirSync(join(folder, 'src/shared'), { recursive: true })
    cpSync(join(root, clientFolder), join(folder, clientFolder), { recursive: true })
    const stale = await findStaleClient(folder)
    expect(stale.map((line) => line.split(' ')[0])).toEqual([
      `${clientFolder}/endpoints.ts`,
      `${clientFolder}/endpoints.js`,
    ])
    writeFileSync(join(folder, clientFolder, 'client.js'), '')
    expect(await findStaleClient(folder)).toHaveLength(3)
  })
})

describe('the type of a schema', () => {
  it.for([
    [{ type: 'string' }, 'string'],
    [{ type: ['integer', 'null'] }, 'number | null'],
    [{ const: 'yes' }, '"yes"'],
    [{ enum: ['a', 'b'] }, '"a" | "b"'],
    [{ type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } }, 'Array<string | null>'],
    [{ $ref: '#/$defs/Credential' }, 'Credential'],
    [
      { type: 'object', properties: { id: { type: 'string' }, 'a-b': {} }, required: ['id'] },
      '{ id: string; "a-b"?: unknown }',
    ],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'Record<string, number>'],
    [{ type: 'object', properties: {}, additionalProperties: false }, 'Record<string, never>'],
    [{}, 'unknown'],
  ] as const)('%j', ([schema, type]) => {
    expect(typeOf(schema as Parameters<typeof typeOf>[0])).toBe(type)
  })
})

describe('the endpoints that an access token reaches', () => {
  it.for([
    ['GET /api/credentials', 'read'],
    ['DELETE /api/credentials/{id}', 'write'],
    ['POST /api/upload', 'write'],
    ['GET /api/users/me/export', 'read'],
    ['POST /api/share', 'share'],
    ['GET /api/share', 'share'],
    ['GET /api/share/{id}', null],
    ['GET /api/credentials-of-others', null],
    ['DELETE /api/users/me', null],
    ['GET /api/users/me/tokens', null],
    ['DELETE /api/trash', null],
    ['PUT /api/reminders/webhook', null],
    ['POST /api/auth/sign-in/email', null],
    ['GET /api/something/new', null],
    ['', null],
  ] as const)('%s: %s', ([endpoint, scope]) => {
    expect(tokenScopeOf(endpoint)).toBe(scope)
  })
})

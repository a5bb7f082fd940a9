import { describe, expect, test } from 'vitest'
import { problemsOf } from '#testing/schema.ts'
import {
  accessTokenInput,
  accessTokenList,
  createdAccessToken,
  MAX_TOKEN_NAME,
  TOKEN_PREFIX,
} from './access-token.ts'
import { tokenScopeOf } from './token-scope.ts'

describe('an endpoint needs the scope', () => {
  test.each([
    ...['GET /api/credentials', 'GET /api/credentials/{id}', 'GET /api/renewals', 'GET /api/lookups'],
    ...[
      'GET /api/competency-records',
      'GET /api/health-records/{id}',
      'GET /api/ceu-cycles',
      'GET /api/ceu-entries',
    ],
    ...[
      'GET /api/practice',
      'GET /api/residences',
      'GET /api/requirement-lists',
      'GET /api/upload/{id}/content',
    ],
    ...[
      'GET /api/users/me',
      'GET /api/users/me/export',
      'GET /api/users/me/export/summary',
      'GET /api/trash',
    ],
    ...['GET /api/reminders', 'GET /api/reminders/summary', 'GET /api/reminders/settings'],
  ])('read: %s', (endpoint) => {
    expect(tokenScopeOf(endpoint)).toBe('read')
  })

  test.each([
    ...[
      'POST /api/credentials',
      'PATCH /api/credentials/{id}',
      'DELETE /api/ceu-entries/{id}',
      'POST /api/upload',
    ],
    ...[
      'PUT /api/users/me',
      'PATCH /api/reminders/{id}',
      'DELETE /api/reminders/{id}',
      'POST /api/reminders/read',
    ],
  ])('write: %s', (endpoint) => {
    expect(tokenScopeOf(endpoint)).toBe('write')
  })

  test.each([
    ...['GET /api/share', 'POST /api/share', 'POST /api/share/preview', 'PATCH /api/share/{id}'],
    ...['DELETE /api/share/{id}', 'POST /api/share/{id}/token', 'GET /api/share/{id}/log'],
  ])('share: %s', (endpoint) => {
    expect(tokenScopeOf(endpoint)).toBe('share')
  })

  test.each([
    ...['DELETE /api/users/me', 'POST /api/users/me/tokens', 'GET /api/users/me/tokens', 'DELETE /api/trash'],
    ...[
      'POST /api/users/me/import',
      'PUT /api/reminders/settings',
      'POST /api/imports',
      'GET /api/auth/sessions',
    ],
    ...[
      'POST /api/share/{token}/open',
      'GET /api/credentials-of-others',
      'GET /x/api/credentials',
      'GET',
      '',
    ],
    ...['GET constructor', 'constructor'],
  ])('of a person, who is signed in: %s', (endpoint) => {
    expect(tokenScopeOf(endpoint)).toBeNull()
  })
})

describe('an access token', () => {
  const input = { name: 'Backup script', scopes: ['read'] as const }

  test('works for 90 days by default, and for at most a year', () => {
    expect(accessTokenInput.parse(input).days).toBe(90)
    for (const days of [1, 365]) expect(accessTokenInput.parse({ ...input, days }).days).toBe(days)
    for (const days of [0, 366, 1.5]) expect(problemsOf(accessTokenInput, { ...input, days })).toHaveLength(1)
  })

  test('has a name and at least one scope, each once', () => {
    const all = { ...input, scopes: ['read', 'write', 'share'], name: 'x'.repeat(MAX_TOKEN_NAME) }
    expect(problemsOf(accessTokenInput, all)).toEqual([])
    expect(problemsOf(accessTokenInput, { ...input, name: 'x'.repeat(MAX_TOKEN_NAME + 1) })).toHaveLength(1)
    expect(problemsOf(accessTokenInput, { ...input, scopes: [] })).toEqual(['scopes: Choose at least one'])
    expect(problemsOf(accessTokenInput, { ...input, scopes: ['read', 'read'] })).toEqual([
      'scopes: Name each only once',
    ])
    expect(problemsOf(accessTokenInput, { ...input, scopes: ['admin'] })).toHaveLength(1)
    expect(problemsOf(accessTokenInput, { ...input, more: 1 })).toEqual(['more: Unknown field'])
  })

  test('is listed without its secret, whose prefix lets secret scanners recognize it', () => {
    const at = '2026-11-21T12:00:00.000Z'
    const token = {
      id: 't1',
      name: 'Backup',
      scopes: ['read'],
      createdAt: at,
      expiresAt: at,
      lastUsedAt: null,
    }
    const created = { ...token, token: `${TOKEN_PREFIX}secret` }
    expect(accessTokenList.parse({ items: [created] })).toEqual({ items: [token] })
    expect(createdAccessToken.parse(created)).toEqual(created)
    expect(TOKEN_PREFIX).toBe('lanyard_')
  })
})

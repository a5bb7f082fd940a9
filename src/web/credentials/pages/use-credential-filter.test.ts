import { describe, expect, test } from 'vitest'
import { filterOf, isFiltered } from './use-credential-filter.ts'

const soonest = { sort: 'expiresAt', order: 'asc' }

describe('the URL of My Vault', () => {
  test('shows everything, soonest expiration first, without parameters', () => {
    expect(filterOf({})).toEqual(soonest)
    expect(isFiltered({ tab: 'license', sort: 'title' })).toBe(false)
  })

  test('filters by what the owner chose', () => {
    const search = { tab: 'license', q: '  texas ', status: 'expired', tag: 'travel', sort: 'createdAt' }
    expect(filterOf(search)).toEqual({
      kind: 'license',
      q: 'texas',
      status: 'expired',
      tag: 'travel',
      sort: 'createdAt',
      order: 'desc',
    })
    expect(isFiltered({ tag: 'travel' })).toBe(true)
  })

  test('accepts the second spelling of a status', () => {
    expect(filterOf({ status: 'expiring' }).status).toBe('expiring_soon')
  })

  test('ignores unknown values', () => {
    expect(filterOf({ tab: 'passports', status: 'lost', sort: 'luck', q: '   ', order: 'up' })).toEqual(
      soonest,
    )
    expect(filterOf({ q: 'x'.repeat(900) }).q).toHaveLength(200)
    expect(filterOf({ tag: 'y'.repeat(90) }).tag).toHaveLength(50)
  })
})

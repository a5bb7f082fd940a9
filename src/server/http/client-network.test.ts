import { Hono } from 'hono'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { networkName, networkOf, rememberNetwork } from './client-network.ts'

describe('where a request comes from', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['192.0.2.7:20007', '192.0.2.7'],
    ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
    ['[::ffff:192.0.2.7]:4711', '192.0.2.7'],
    ['[fe80::1%eth0]:4711', 'fe80:0:0:0::/64'],
    ['192.0.2.7:', 'unknown'],
    ['nonsense', 'unknown'],
    [undefined, 'unknown'],
  ])('%s counts as %s', (address, network) => {
    expect(networkName(address)).toBe(network)
  })

  const warn = vi.fn()
  beforeEach(() => warn.mockClear())

  const seen = async (proxies: number, forwarded?: string) => {
    const app = new Hono()
    app.use('*', rememberNetwork({ TRUSTED_PROXY: proxies }, { warn }))
    app.get('/', (c) => c.text(networkOf(c.req.raw)))
    const env = { incoming: { socket: { remoteAddress: '192.0.2.1' } } }
    const headers: Record<string, string> = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded }
    return (await app.request('/', { headers }, env)).text()
  }

  test('a client’s claim about its own address is ignored', async () => {
    expect(await seen(0, '198.51.100.9')).toBe('192.0.2.1')
  })

  test('behind a trusted proxy only the last hop counts', async () => {
    expect(await seen(1, '203.0.113.5, 198.51.100.9')).toBe('198.51.100.9')
    expect(await seen(1, '203.0.113.5:20007, 198.51.100.9:20008')).toBe('198.51.100.9')
    expect(await seen(1)).toBe('192.0.2.1')
    expect(warn).not.toHaveBeenCalled()
  })

  test('behind two proxies the outer one says who the client is', async () => {
    expect(await seen(2, '203.0.113.5, 198.51.100.9, 192.0.2.80')).toBe('198.51.100.9')
    expect(await seen(2, '198.51.100.9')).toBe('198.51.100.9')
  })

  test('the operator’s log says when a proxy does not pass on a readable address', async () => {
    expect(await seen(1, '198.51.100.9, hidden')).toBe('unknown')
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ setting: 'TRUSTED_PROXY' }),
      expect.stringContaining('X-Forwarded-For'),
    )
    expect(JSON.stringify(warn.mock.calls)).not.toContain('hidden')
  })
})

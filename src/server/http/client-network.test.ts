import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
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
    ['nonsense', 'unknown'],
    [undefined, 'unknown'],
  ])('%s counts as %s', (address, network) => {
    expect(networkName(address)).toBe(network)
  })

  const seen = async (isProxyTrusted: boolean, forwarded?: string) => {
    const app = new Hono()
    app.use('*', rememberNetwork({ TRUSTED_PROXY: isProxyTrusted }))
    app.get('/', (c) => c.text(networkOf(c.req.raw)))
    const env = { incoming: { socket: { remoteAddress: '192.0.2.1' } } }
    const headers: Record<string, string> = forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded }
    return (await app.request('/', { headers }, env)).text()
  }

  test('a client’s claim about its own address is ignored', async () => {
    expect(await seen(false, '198.51.100.9')).toBe('192.0.2.1')
  })

  test('behind a trusted proxy only the last hop counts', async () => {
    expect(await seen(true, '203.0.113.5, 198.51.100.9')).toBe('198.51.100.9')
    expect(await seen(true)).toBe('192.0.2.1')
  })
})

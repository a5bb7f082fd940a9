import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  fakeDns,
  loopbackOutboundHttp,
  type OutboundServer,
  openOutboundServer,
} from '#testing/outbound-server.ts'
import { isPublicAddress } from './public-address.ts'
import { createOutboundHttp, type OutboundOptions } from './safe-fetch.ts'

let server: OutboundServer
beforeAll(async () => {
  server = await openOutboundServer()
})
beforeEach(() => {
  server.taken.length = 0
  server.answer({ status: 204 })
})
afterAll(() => server.close())

const post = (options: OutboundOptions, url: string) =>
  loopbackOutboundHttp(options).post({ url, headers: { 'X-Test': '1' }, body: Buffer.from('hello') })

describe('with a list of hosts', () => {
  const names = fakeDns({
    'hook.example': ['127.0.0.1'],
    'eu.push.example': ['127.0.0.1'],
    'push.example': ['127.0.0.1'],
    'evilhook.example': ['127.0.0.1'],
    'hook.example.evil.example': ['127.0.0.1'],
  })
  const options = { lookup: names, hosts: ['hook.example', '*.push.example'] }

  it.each(['hook.example', 'HOOK.example', 'eu.push.example'])('a request to %s is sent', async (host) => {
    const url = `https://${host}:${server.port}/`
    expect(await loopbackOutboundHttp(options).objection(url)).toBeNull()
  })

  it.each(['push.example', 'evilhook.example', 'hook.example.evil.example', '127.0.0.1'])(
    'a request to %s is refused, and nothing is sent',
    async (host) => {
      const url = `https://${host}:${server.port}/`
      const sentence = 'Lanyard sends only to servers that its operator allows'
      expect(await loopbackOutboundHttp(options).objection(url)).toBe(sentence)
      expect(await post(options, url)).toEqual({ result: 'refused' })
      expect(server.taken).toEqual([])
    },
  )
})

describe('a webhook URL is refused for', () => {
  const names = fakeDns({
    'loop.example': ['127.0.0.1'],
    'mixed.example': ['93.184.215.14', '10.0.0.7'],
    'six.example': ['::1'],
    localhost: ['127.0.0.1', '::1'],
    'localhost.': ['127.0.0.1'],
    'intranet.local': ['192.168.1.5'],
  })
  const outboundHttp = createOutboundHttp({ lookup: names })

  it.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://0/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[fe80::1]/',
    'https://[fd00:ec2::254]/',
    'https://[2002:7f00:1::]/',
    'https://169.254.169.254/latest/meta-data',
    'https://10.1.2.3/',
    'https://172.20.0.1/',
    'https://192.168.0.1/',
    'https://100.64.0.1/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://１２７.0.0.1/',
    'https://localhost/',
    'https://LOCALHOST./',
    'https://loop.example/',
    'https://mixed.example/',
    'https://six.example:8443/',
    'https://intranet.local/',
  ])('%s', async (url) => {
    expect(await outboundHttp.objection(url)).toBe('Lanyard sends only to addresses on the public internet')
    const answer = await outboundHttp.post({ url, headers: {}, body: Buffer.from('x') })
    expect(answer).toEqual({ result: 'refused' })
  })

  it.each([
    'http://93.184.215.14/',
    'ftp://93.184.215.14/',
    'file:///etc/passwd',
    'https://user:secret@93.184.215.14/',
    'javascript:alert(1)',
    'not an address',
  ])('not https: %s', async (url) => {
    expect(await outboundHttp.objection(url)).toBe('Enter an address that begins with https://')
    expect(await outboundHttp.post({ url, headers: {}, body: Buffer.from('x') })).toEqual({
      result: 'refused',
    })
  })

  it('a name that does not exist', async () => {
    expect(await outboundHttp.objection('https://nobody.example/')).toBe('There is no server by this name')
  })
})

it('addresses on the public internet pass', async () => {
  const outboundHttp = createOutboundHttp({
    lookup: fakeDns({ 'hook.example': ['93.184.215.14', '2606:2800:21f::1'] }),
  })
  expect(await outboundHttp.objection('https://hook.example/x?y=1')).toBeNull()
  expect(await outboundHttp.objection('https://93.184.215.14:8443/')).toBeNull()
  expect(['1.1.1.1', '172.32.0.1', '100.128.0.1', '2a00:1450:4001::1'].every(isPublicAddress)).toBe(true)
  expect(['', 'localhost', '1.1.1', '::1%lo', '2001:db8::1', '2001:0:4136::1'].some(isPublicAddress)).toBe(
    false,
  )
})

it('a name that is public when checked but loopback when connecting is never contacted', async () => {
  const rebinding = createOutboundHttp({
    lookup: fakeDns({ 'hook.example': [['93.184.215.14'], ['127.0.0.1']] }),
  })
  const url = `https://hook.example:${server.port}/`
  expect(await rebinding.objection(url)).toBeNull()
  expect(await rebinding.post({ url, headers: {}, body: Buffer.from('x') })).toEqual({ result: 'refused' })
  expect(server.taken).toHaveLength(0)
})

it('sends once, reads the status and follows no redirect', async () => {
  expect(await post({}, `https://hook.example:${server.port}/in?a=b`)).toEqual({
    result: 'answered',
    status: 204,
  })
  expect(server.taken[0]).toMatchObject({ method: 'POST', path: '/in?a=b', body: Buffer.from('hello') })
  expect(server.taken[0]?.headers['x-test']).toBe('1')
  server.answer({ status: 307, headers: { Location: `https://push.example:${server.port}/elsewhere` } })
  expect(await post({}, `https://hook.example:${server.port}/`)).toEqual({ result: 'answered', status: 307 })
  expect(server.taken.map(({ path }) => path)).toEqual(['/in?a=b', '/'])
})

it('times out, and trusts no self-signed certificate', async () => {
  server.answer('stall')
  const url = `https://hook.example:${server.port}/`
  expect(await post({ timeoutMs: 200 }, url)).toEqual({ result: 'timeout' })
  server.answer({ status: 200 })
  const stranger = createOutboundHttp({
    isOpen: () => true,
    lookup: fakeDns({ 'hook.example': ['127.0.0.1'], 'other.example': ['127.0.0.1'] }),
  })
  expect(await stranger.post({ url, headers: {}, body: Buffer.from('x') })).toEqual({ result: 'certificate' })
  const named = { lookup: fakeDns({ 'other.example': ['127.0.0.1'] }) }
  expect(await post(named, `https://other.example:${server.port}/`)).toEqual({ result: 'certificate' })
  expect(await post({}, 'https://hook.example:1/')).toEqual({ result: 'unreachable' })
  expect(await post({}, 'https://gone.example/')).toEqual({ result: 'unreachable' })
})

/**
 * Makes `fetch` open a connection for each request. The servers of these tests are killed and stopped: a kept
 * connection that just died fails the next request with ECONNRESET, although the server behind it is fine.
 */
const { fetch: fetchKeepingAlive } = globalThis

globalThis.fetch = (input, init) => {
  const request = new Request(input, init)
  request.headers.set('connection', 'close')
  return fetchKeepingAlive(request)
}

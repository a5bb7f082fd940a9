/**
 * Makes `fetch` open a connection for each request. These tests kill and stop their servers. A kept connection that
 * just died would fail the next request with ECONNRESET, although the server behind it is fine.
 */
const { fetch: fetchKeepingAlive } = globalThis

globalThis.fetch = (input, init) => {
  const request = new Request(input, init)
  request.headers.set('connection', 'close')
  return fetchKeepingAlive(request)
}

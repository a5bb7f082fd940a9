import { createInterface } from 'node:readline'
import { CommandError } from './command-error.mjs'

const MOST_LETTERS = 100_000
const versionKey = 'io.modelcontextprotocol/protocolVersion'

/** JSON-RPC: what is no JSON, no request, and everything else that went wrong. */
const codes = { parse: -32700, request: -32600, internal: -32603 }

/**
 * An MCP server on standard input and output: each line is a JSON-RPC message, which is posted to `/mcp` of the
 * installation with the stored token. Ends with the input, after the last answer.
 */
export async function runBridge({
  url,
  token,
  input = process.stdin,
  output = process.stdout,
  fetch = globalThis.fetch,
}) {
  const send = (message) => output.write(`${JSON.stringify(message)}\n`)
  const session = { url, token, fetch, version: null }
  const waiting = new Set()
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() === '') continue
    const work = answersTo(line, session).then((answers) => answers.forEach(send))
    waiting.add(work)
    work.finally(() => waiting.delete(work))
    // The answer names the version of the protocol that later messages have to name.
    if (line.includes('"initialize"')) await work
  }
  await Promise.all(waiting)
}

async function answersTo(line, session) {
  let message
  try {
    if (line.length > MOST_LETTERS) throw new CommandError('The message is too long.')
    message = JSON.parse(line)
  } catch {
    return [failure(null, codes.parse, 'This is not a message in JSON.')]
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message))
    return [failure(null, codes.request, 'This is not one JSON-RPC message.')]
  const isRequest = message.id !== undefined && typeof message.method === 'string'
  try {
    const answers = await post(message, session)
    const version = answers.find(({ id }) => id === message.id)?.result?.protocolVersion
    if (message.method === 'initialize' && typeof version === 'string') session.version = version
    return answers
  } catch (error) {
    const text = error instanceof CommandError ? error.message : `${session.url} cannot be reached.`
    return isRequest ? [failure(message.id, codes.internal, text)] : []
  }
}

async function post(message, { url, token, version, fetch }) {
  const headers = { Authorization: `Bearer ${token}`, ...headersOf(message, version) }
  const answer = await fetch(`${url}/mcp`, {
    ...{ method: 'POST', headers, body: JSON.stringify(message), redirect: 'error' },
  })
  const text = await answer.text()
  const type = answer.headers.get('content-type') ?? ''
  if (type.startsWith('text/event-stream')) return eventsIn(text)
  if (type.startsWith('application/json')) return [JSON.parse(text)]
  if (type.startsWith('application/problem+json')) throw new CommandError(JSON.parse(text).detail)
  if (!answer.ok) throw new CommandError(`The server answered ${answer.status}.`)
  return []
}

/** The headers that repeat what the message says, as the protocol wants them over HTTP. */
function headersOf({ method, params }, version) {
  const claimed = params?._meta?.[versionKey]
  const named = params?.name ?? params?.uri
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
  if (typeof claimed !== 'string')
    return version === null || method === 'initialize'
      ? headers
      : { ...headers, 'MCP-Protocol-Version': version }
  return {
    ...{ ...headers, 'MCP-Protocol-Version': headerOf(claimed), 'Mcp-Method': headerOf(method) },
    ...(typeof named === 'string' && { 'Mcp-Name': headerOf(named) }),
  }
}

/** A value that no header may have is sent in Base64, as the protocol has it. */
function headerOf(value) {
  const text = String(value)
  return /^[\x21-\x7e]+$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`
}

/** The messages of a stream of events that has ended. */
function eventsIn(text) {
  return text.split(/\r?\n\r?\n/).flatMap((event) => {
    const data = event
      .split(/\r?\n/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice(5).trimStart())
      .join('\n')
    return data === '' ? [] : [JSON.parse(data)]
  })
}

const failure = (id, code, message) => ({ jsonrpc: '2.0', id, error: { code, message } })

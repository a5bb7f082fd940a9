import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

export type ToolAnswer = { text: string; data: Record<string, unknown>; isError: boolean }

/** An assistant with this token, as the protocol's own client. `modern`: by the protocol of 2026. */
export async function openAssistant(
  { port }: { port: number },
  token: string,
  { modern = false, headers = {} }: { modern?: boolean; headers?: Record<string, string> } = {},
) {
  const client = new Client(
    { name: 'assistant', version: '1' },
    { versionNegotiation: { mode: modern ? 'auto' : 'legacy' } },
  )
  const transport = new StreamableHTTPClientTransport(new URL(`http://localhost:${port}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${token}`, ...headers } },
  })
  await client.connect(transport)
  return { client, ask: asking(client), close: () => client.close() }
}

/** Calls a tool and checks that its sentences are there. */
export function asking(client: Client) {
  return async (name: string, given: Record<string, unknown> = {}): Promise<ToolAnswer> => {
    const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: given })
    const text = (content as { type: string; text?: string }[]).map((part) => part.text ?? '').join('\n')
    return { text, data: (structuredContent ?? {}) as Record<string, unknown>, isError: isError === true }
  }
}

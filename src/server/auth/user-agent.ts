/** The browser's description of itself, cut to the stored length. */
export function userAgentOf(request: Request): string | null {
  return request.headers.get('user-agent')?.slice(0, 300) ?? null
}

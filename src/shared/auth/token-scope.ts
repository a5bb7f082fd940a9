import type { TokenScope } from './access-token.ts'

/** The records of a vault: a token reads them with `read` and changes them with `write`. */
const recordPaths =
  /^\/api\/(credentials|renewals|lookups|competency-records|health-records|ceu-cycles|ceu-entries|practice|residences|requirement-lists|upload)(\/|$)/

/**
 * Endpoints outside of `recordPaths` that a token reaches. The rest of `/api/share` is for visitors. An endpoint that
 * is missing here is refused: account security, the tokens themselves, sessions, sign-in methods, where reminders are
 * sent, wallet passes, imports, permanent removal and the deletion of the account are for a signed-in person only.
 */
const others: Readonly<Record<string, TokenScope>> = {
  'POST /mcp': 'read',
  'GET /api/users/me': 'read',
  'PUT /api/users/me': 'write',
  'GET /api/users/me/export': 'read',
  'GET /api/users/me/export/summary': 'read',
  'GET /api/trash': 'read',
  'GET /api/home': 'read',
  'GET /api/search': 'read',
  'GET /api/reminders': 'read',
  'GET /api/reminders/summary': 'read',
  'GET /api/reminders/settings': 'read',
  'PATCH /api/reminders/{id}': 'write',
  'DELETE /api/reminders/{id}': 'write',
  'POST /api/reminders/read': 'write',
  'GET /api/share': 'share',
  'POST /api/share': 'share',
  'POST /api/share/preview': 'share',
  'PATCH /api/share/{id}': 'share',
  'DELETE /api/share/{id}': 'share',
  'POST /api/share/{id}/token': 'share',
  'GET /api/share/{id}/log': 'share',
}

/** The scope that an endpoint, such as `GET /api/credentials/{id}`, needs of a token; `null`: no token reaches it. */
export function tokenScopeOf(endpoint: string): TokenScope | null {
  const [method = '', path = ''] = endpoint.split(' ')
  if (recordPaths.test(path)) return method === 'GET' ? 'read' : 'write'
  return Object.hasOwn(others, endpoint) ? (others[endpoint] ?? null) : null
}

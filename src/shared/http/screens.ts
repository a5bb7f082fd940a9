/** A screen of the web app. The server, the build and the service worker know the screens by this list. */
type Screen = {
  /** As in the router. */
  path: string
  /** Where many visits begin: the file of the screen in `src/web`, whose scripts load with the page. */
  file?: string
  /**
   * The requests of the screen of an owner, whose answers come with the page. One too many costs only bytes. `id` is the
   * UUID in the address, if there is one.
   */
  requests?: (id: string) => string[]
  /** Is not kept for a start without a connection. */
  isOnlineOnly?: boolean
}

/** Requested by every screen of a signed-in owner. */
const frame = ['/api/bell?limit=20', '/api/reminders/summary']

export const screens: readonly Screen[] = [
  { path: '/', file: 'home/dashboard-page.tsx', requests: () => [...frame, '/api/home'] },
  { path: '/login', file: 'auth/sign-in/sign-in-page.tsx' },
  { path: '/share/$token', file: 'shares/visitor/share-page.tsx', isOnlineOnly: true },
  { path: '/request', isOnlineOnly: true },
  { path: '/check', isOnlineOnly: true },
  {
    path: '/upload',
    file: 'upload/upload-page.tsx',
    requests: () => [
      ...frame,
      '/api/upload?unattached=true',
      '/api/credentials/summary',
      '/api/credentials?kind=license&sort=createdAt&order=desc&limit=1',
    ],
  },
  {
    path: '/credentials',
    file: 'credentials/pages/credential-list-page.tsx',
    requests: () => [
      ...frame,
      '/api/credentials/summary',
      '/api/credentials?sort=expiresAt&order=asc&limit=200',
    ],
  },
  {
    path: '/credentials/$id',
    file: 'credentials/pages/credential-page.tsx',
    requests: (id) => [
      ...frame,
      `/api/credentials/${id}`,
      `/api/credentials/${id}/renewals`,
      `/api/credentials/${id}/terms`,
      `/api/lookups?credentialId=${id}`,
      '/api/ceu-cycles',
      '/api/ceu-cycles/proposals',
      '/api/reminders?state=scheduled&limit=50',
      '/api/reminders?state=dismissed&limit=50',
    ],
  },
  {
    path: '/settings',
    file: 'settings/settings-page.tsx',
    requests: () => [...frame, '/api/users/me', '/api/reminders/settings', '/api/notices/dismissals'],
  },
  { path: '/settings/import' },
  { path: '/credentials/$id/edit' },
  { path: '/credentials/$id/lookup' },
  { path: '/credentials/$id/renew' },
  { path: '/credentials/cycles/new' },
  { path: '/credentials/cycles/$cycleId' },
  { path: '/credentials/cycles/$cycleId/edit' },
  {
    path: '/credentials/entries/new',
    file: 'ceu/entries/entry-new-page.tsx',
    requests: () => [
      ...frame,
      '/api/ceu-cycles',
      '/api/ceu-entries/suggestions',
      '/api/upload?unattached=true',
    ],
  },
  { path: '/credentials/entries/import' },
  { path: '/credentials/entries/$entryId' },
  { path: '/credentials/practice' },
  { path: '/credentials/practice/new' },
  { path: '/credentials/practice/$recordId' },
  { path: '/credentials/health' },
  { path: '/credentials/health/new' },
  { path: '/credentials/health/$recordId' },
  { path: '/credentials/health/$recordId/edit' },
  { path: '/credentials/states' },
  { path: '/credentials/lists' },
  { path: '/credentials/lists/new' },
  { path: '/credentials/lists/$listId' },
  { path: '/credentials/lists/$listId/edit' },
  { path: '/credentials/reminders' },
  { path: '/credentials/shares' },
  { path: '/credentials/shares/new' },
  { path: '/credentials/shares/$shareId' },
  { path: '/medical-disclaimer' },
  { path: '/terms-of-use' },
  { path: '/privacy-policy' },
  { path: '/debug-firebase', isOnlineOnly: true },
]

/** Matches the addresses of a screen, with and without a slash at the end. */
export function screenPattern({ path }: Screen): RegExp {
  return new RegExp(`^${path.replace(/\/$/, '').replaceAll(/\$\w+/g, '[^/]+')}/?$`)
}

const patterns = screens.map((screen) => ({ screen, pattern: screenPattern(screen) }))

/** The screen at a path. One without a parameter comes first: `/credentials/health` is no credential. */
export function screenAt(path: string): Screen | null {
  const found = patterns.filter(({ pattern }) => pattern.test(path)).map(({ screen }) => screen)
  return found.find((screen) => !screen.path.includes('$')) ?? found[0] ?? null
}

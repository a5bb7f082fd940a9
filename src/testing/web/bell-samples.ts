import type { OpeningItem, SecurityItem } from '#shared/activity/bell.ts'

export const openingItem: OpeningItem = {
  kind: 'opening',
  id: '7c9e6679-7425-4000-8000-000000000051',
  at: '2026-11-20T18:00:00.000Z',
  isRead: false,
  shareId: '7c9e6679-7425-4000-8000-000000000052',
  name: 'Texas RN',
  recipient: 'Memorial Hospital',
  device: 'Safari on an iPhone',
}

export const securityItem: SecurityItem = {
  kind: 'security',
  id: '7c9e6679-7425-4000-8000-000000000053',
  at: '2026-11-20T19:00:00.000Z',
  isRead: false,
  action: 'auth_login_failed',
  count: 1,
  userAgent: null,
  isCurrent: false,
}

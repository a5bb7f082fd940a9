import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'
import { users } from '#server/users/table.ts'
import type { Notice } from '#shared/notices/notice.ts'

export const noticeDismissals = pgTable(
  'notice_dismissals',
  {
    ownerId: text()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    notice: text().$type<Notice>().notNull(),
    dismissedAt: instant().notNull(),
    /** `null`: for good. */
    dismissedUntil: instant(),
  },
  (t) => [primaryKey({ columns: [t.ownerId, t.notice] })],
)

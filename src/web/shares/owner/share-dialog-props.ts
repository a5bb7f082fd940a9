import type { Share } from '#shared/shares/share.ts'
import type { DateContext } from './share-list-text.ts'

/** What each dialog about a share gets. */
export type ShareDialogProps = { share: Share; dates: DateContext; isOpen: boolean; onClose: () => void }

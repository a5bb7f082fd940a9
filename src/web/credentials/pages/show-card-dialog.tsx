import type { Credential } from '#shared/credentials/credential.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { ModalDialog } from '#web/ui/dialog.tsx'
import { ShowCardView } from './show-card-view.tsx'

type ShowCardDialogProps = { credential: Credential; onClose(): void }

/** The documents of a credential in full screen, to show the phone to someone. White on black in both palettes. */
export function ShowCardDialog({ credential, onClose }: ShowCardDialogProps) {
  return (
    <ModalDialog
      aria-label={shortTitle(credential)}
      onClose={onClose}
      className="fade m-0 h-dvh max-h-none w-dvw max-w-none flex-col bg-[#000] pb-[env(safe-area-inset-bottom)] text-[#fff] outline-none open:flex"
    >
      <ShowCardView credential={credential} onClose={onClose} />
    </ModalDialog>
  )
}

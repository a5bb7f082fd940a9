import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import type { Credential } from '#shared/credentials/credential.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { ShowCardView } from './show-card-view.tsx'

type ShowCardDialogProps = { credential: Credential; onClose(): void }

/** The documents of a credential in full screen, to show the phone to someone. White on black in both palettes. */
export function ShowCardDialog({ credential, onClose }: ShowCardDialogProps) {
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className="fade fixed inset-0 z-50 bg-[#000]"
    >
      <Modal className="h-dvh">
        <Dialog
          aria-label={shortTitle(credential)}
          className="flex h-full flex-col bg-[#000] pb-[env(safe-area-inset-bottom)] text-[#fff] outline-none"
        >
          <ShowCardView credential={credential} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

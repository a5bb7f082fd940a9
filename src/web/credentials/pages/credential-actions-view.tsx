import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Archive, Ellipsis, Pencil, Share2, Trash2 } from 'lucide-react'
import type { Credential } from '#shared/credentials/credential.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import {
  archiveCredential,
  credentialQuery,
  removeCredential,
  restoreCredential,
  unarchiveCredential,
} from '#web/credentials/api.ts'
import { refreshRecords } from '#web/http/query-client.ts'
import { t } from '#web/i18n/t.ts'
import { useIsOffline } from '#web/offline/offline-state.ts'
import { OnlineOnly } from '#web/offline/waiting-badge.tsx'
import { RenewLink, useRenewalOffer } from '#web/renewals/credential-renewal-view.tsx'
import { Button, ButtonLink, IconButton } from '#web/ui/button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { showErrorToast, showToast } from '#web/ui/toast-queue.ts'
import { useMedia, WIDER_THAN_PHONE } from '#web/ui/use-media.ts'
import { useRemoval, useUndo } from '#web/ui/use-removal.ts'
import { useReturnToList } from './use-credential-filter.ts'

/** The actions for a credential: all of them side by side, or two main actions and a menu on a phone. */
export function CredentialActions({ credential }: { credential: Credential }) {
  const isPhone = !useMedia(WIDER_THAN_PHONE)
  const { offersRenewal } = useRenewalOffer(credential)
  const isOffline = useIsOffline()
  return (
    <>
      <OnlineOnly>
        <RenewLink credential={credential} />
        <ButtonLink to="/credentials/shares/new" search={{ [credential.kind]: credential.id }}>
          <Share2 aria-hidden className="size-4" />
          {t`Share`}
        </ButtonLink>
      </OnlineOnly>
      {(isOffline || !(isPhone && offersRenewal)) && (
        <ButtonLink to="/credentials/$id/edit" params={{ id: credential.id }}>
          <Pencil aria-hidden className="size-4" />
          {t`Edit`}
        </ButtonLink>
      )}
      <OnlineOnly>
        <MoreActions credential={credential} isMenu={isPhone} hasEdit={isPhone && offersRenewal} />
      </OnlineOnly>
    </>
  )
}

type MoreActionsProps = { credential: Credential; isMenu: boolean; hasEdit: boolean }

function MoreActions({ credential, isMenu, hasEdit }: MoreActionsProps) {
  const router = useRouter()
  const { goBack } = useReturnToList()
  const removal = useRemoval<Credential>(
    {
      nameOf: shortTitle,
      effectOf: ({ fileIds }) => (fileIds.length > 0 ? t`Its files were deleted too.` : null),
      remove: ({ id }) => removeCredential(id),
      restore: ({ id }) => restoreCredential(id),
    },
    goBack,
  )
  const archive = useCredentialArchive()
  const archiveText = credential.archivedAt === null ? t`Archive` : t`Unarchive`
  const onArchive = () => archive.mutate(credential)
  const onRemove = () => removal.remove(credential)
  if (isMenu) {
    const { href } = router.buildLocation({ to: '/credentials/$id/edit', params: { id: credential.id } })
    return (
      <Menu
        aria-label={t`More actions`}
        trigger={
          <IconButton label={t`More`} icon={Ellipsis} className="border border-line-strong bg-surface" />
        }
        items={[
          ...(hasEdit ? [{ id: 'edit', label: t`Edit`, icon: Pencil, href }] : []),
          { id: 'archive', label: archiveText, icon: Archive, onAction: onArchive },
          { id: 'delete', label: t`Delete`, icon: Trash2, onAction: onRemove },
        ]}
      />
    )
  }
  return (
    <>
      <Button tone="quiet" isPending={archive.isPending} onPress={onArchive}>
        <Archive aria-hidden className="size-4" />
        {archiveText}
      </Button>
      <Button tone="quiet" isPending={removal.isPending} onPress={onRemove}>
        <Trash2 aria-hidden className="size-4" />
        {t`Delete`}
      </Button>
    </>
  )
}

/** Archives a current credential and unarchives an archived one, each with Undo. */
function useCredentialArchive() {
  const queryClient = useQueryClient()
  const change = (credential: Credential) =>
    credential.archivedAt === null ? archiveCredential(credential.id) : unarchiveCredential(credential.id)
  const undo = useUndo()
  return useMutation({
    mutationFn: change,
    onSuccess: (saved) => {
      queryClient.setQueryData(credentialQuery(saved.id).queryKey, saved)
      const isArchived = saved.archivedAt !== null
      showToast({
        title: isArchived
          ? t`${shortTitle(saved)} was archived`
          : t`${shortTitle(saved)} is out of the archive`,
        description: isArchived ? t`It no longer counts, and reminders for it have stopped.` : '',
        action: undo(() => change(saved)),
      })
    },
    onError: showErrorToast(t`The credential was not changed`),
    onSettled: () => void refreshRecords(queryClient),
  })
}

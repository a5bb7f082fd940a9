import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Share, SharePatch } from '#shared/shares/share.ts'
import { withReauthentication } from '#web/auth/reauthentication/use-reauthentication.ts'
import { serverNow } from '#web/http/server-clock.ts'
import { t } from '#web/i18n/t.ts'
import { showToast } from '#web/ui/toast-queue.ts'
import { revokeShare, rotateToken, shareQuery, sharesKey, updateShare } from './api.ts'
import { type DateContext, resourceNames } from './share-list-text.ts'

/** The props of each dialog that changes a share. */
export type ShareDialogProps = { share: Share; dates: DateContext; isOpen: boolean; onClose: () => void }

/** Shows the response on the page of the share, and reloads every list and log. */
function useRefresh() {
  const queryClient = useQueryClient()
  return (id: string, share?: Share) => {
    if (share) queryClient.setQueryData(shareQuery(id).queryKey, share)
    void queryClient.invalidateQueries({ queryKey: sharesKey })
  }
}

export function useUpdateShare(share: Share, title: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (patch: SharePatch) => withReauthentication(() => updateShare(share.id, patch)),
    onSuccess: (changed) => {
      refresh(share.id, changed)
      showToast({ title })
    },
    // Most errors mean that the share ended meanwhile.
    onError: () => refresh(share.id),
  })
}

/** Ends the link at once; it cannot be reopened. */
export function useRevokeShare(share: Share) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: () => revokeShare(share.id),
    onSuccess: () => {
      refresh(share.id, { ...share, state: 'revoked', revokedAt: new Date().toISOString() })
      showToast({ title: t`Link ended`, description: t`It no longer shows ${resourceNames(share)}.` })
    },
    onError: () => refresh(share.id),
  })
}

/** The lifetime (ms) counts from now. Only this response contains the new link. The old link stops working. */
export function useRotateToken(share: Share) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (lifetimeMs: number) =>
      withReauthentication(() =>
        rotateToken(share.id, new Date(serverNow().getTime() + lifetimeMs).toISOString()),
      ),
    // Only the screen that shows the link keeps it.
    gcTime: 0,
    onSuccess: ({ token: _token, url: _url, ...rotated }) => refresh(share.id, rotated),
    onError: () => refresh(share.id),
  })
}

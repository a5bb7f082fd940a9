import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Share, SharePatch } from '#shared/shares/share.ts'
import { withReauthentication } from '#web/auth/reauthentication/use-reauthentication.ts'
import { oneShareQuery, renewToken, revokeShare, sharesKey, updateShare } from '#web/shares/api.ts'
import { showToast } from '#web/ui/toast-queue.ts'
import { namesOf } from './share-list-text.ts'

/** Puts the answer where this link is shown; every list and log is asked for again. */
function useRefresh() {
  const queryClient = useQueryClient()
  return (id: string, share?: Share) => {
    if (share) queryClient.setQueryData(oneShareQuery(id).queryKey, share)
    void queryClient.invalidateQueries({ queryKey: sharesKey })
  }
}

export function useUpdateShare(share: Share, title: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (patch: SharePatch) => updateShare(share.id, patch),
    onSuccess: (changed) => {
      refresh(share.id, changed)
      showToast({ title })
    },
    // Most refusals mean that it ended meanwhile.
    onError: () => refresh(share.id),
  })
}

/** Ends it at once. There is no way back to the same link, only to a new one. */
export function useRevokeShare(share: Share) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: () => revokeShare(share.id),
    onSuccess: () => {
      refresh(share.id, { ...share, state: 'revoked', revokedAt: new Date().toISOString() })
      showToast({ title: 'The link is ended', description: `It no longer shows ${namesOf(share)}.` })
    },
    onError: () => refresh(share.id),
  })
}

/** The lifetime counts from when it is made. The answer holds the new link, this once; the one before is dead from then on. */
export function useRenewShare(share: Share) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: (lifetimeMs: number) =>
      withReauthentication(() => renewToken(share.id, new Date(Date.now() + lifetimeMs).toISOString())),
    // The screen that shows the link is the only place that keeps it.
    gcTime: 0,
    onSuccess: ({ token: _token, url: _url, ...renewed }) => refresh(share.id, renewed),
    onError: () => refresh(share.id),
  })
}

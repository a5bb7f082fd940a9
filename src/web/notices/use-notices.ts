import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { noticeContract } from '#shared/notices/contract.ts'
import type { Dismissal, Notice } from '#shared/notices/notice.ts'
import { client } from '#web/http/client.ts'
import { t } from '#web/i18n/t.ts'
import { restoreFocus } from '#web/ui/focus.ts'
import { showErrorToast, showToast } from '#web/ui/toast-queue.ts'

const api = client<typeof noticeContract>()

/** The notices that the owner has dismissed. */
const dismissalsQuery = queryOptions({
  queryKey: ['notices'],
  queryFn: ({ signal }) => api.call('GET /api/notices/dismissals', { signal }),
})

/** The notices that the owner has dismissed; `undefined` while they load. */
export function useDismissedNotices(): ReadonlySet<Notice> | undefined {
  const { data } = useQuery(dismissalsQuery)
  return data && new Set(data.items.map(({ notice }) => notice))
}

/** Dismisses notices, each with Undo. */
export function useNoticeChanges() {
  const queryClient = useQueryClient()
  const onSettled = async () => {
    await queryClient.invalidateQueries(dismissalsQuery)
    restoreFocus()
  }
  const { mutate: record } = useMutation({ mutationFn: dismissNotice, onSettled })
  const show = useMutation({
    mutationFn: showNotice,
    onError: showErrorToast(t`The change was not undone`),
    onSettled,
  })
  const hide = useMutation({
    mutationFn: ({ notice }: { notice: Notice; title: string; description?: string }) =>
      dismissNotice(notice),
    onSuccess: (_answer, { notice, title, description }) => {
      const undo = { label: t`Undo`, onAction: () => show.mutate(notice) }
      showToast({ title, ...(description && { description }), action: undo })
    },
    onError: showErrorToast(t`The change was not saved`),
    onSettled,
  })
  return {
    /** Without a message, for changes that the owner made or does not need to see. */
    record,
    showAgain: (notice: Notice) => show.mutate(notice),
    hideFirstSteps: () =>
      hide.mutate({
        notice: 'first_steps',
        title: t`The first steps are hidden`,
        description: t`Anything that comes up later appears under your next steps.`,
      }),
    hideInstall: () =>
      hide.mutate({
        notice: 'install_app',
        title: t`The hint is hidden`,
        description: t`Your browser’s menu can add Lanyard to the home screen at any time.`,
      }),
    markInstalled: () => hide.mutate({ notice: 'install_app', title: t`Lanyard is on your phone` }),
    hideLongerSchedule: () =>
      hide.mutate({
        notice: 'longer_schedule',
        title: t`The offer is hidden`,
        description: t`You can choose the days in Settings at any time.`,
      }),
    hideMissingMail: () =>
      hide.mutate({
        notice: 'mail_not_set_up',
        title: t`Hidden for 30 days`,
        description: t`Email is still not set up. Reminders and Settings will keep saying so.`,
      }),
  }
}

function dismissNotice(notice: Notice): Promise<Dismissal> {
  return api.call('PUT /api/notices/{notice}/dismissal', { params: { notice } })
}

function showNotice(notice: Notice): Promise<void> {
  return api.call('DELETE /api/notices/{notice}/dismissal', { params: { notice } })
}

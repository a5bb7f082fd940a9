import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Verdict } from '#shared/credentials/verdict-answer.ts'
import type { Notice } from '#shared/notices/notice.ts'
import { useCycles, useProposals } from '#web/ceu/use-cycles.ts'
import { credentialsQuery } from '#web/credentials/api.ts'
import { useInstall } from '#web/layout/install-prompt.ts'
import { dismissalsQuery } from '#web/notices/api.ts'
import { useNoticeChanges } from '#web/notices/use-notices.ts'
import { channelsQuery, reminderSummaryQuery } from '#web/reminders/api.ts'
import { useLongerSchedule } from '#web/reminders/use-longer-schedule.ts'
import { type FirstStep, firstSteps } from './first-step-text.ts'

/** The first steps; `null` when all are done, when they were dismissed or did not load, `undefined` while they load. */
export function useFirstSteps(verdict: Verdict | undefined): FirstStep[] | null | undefined {
  const dismissals = useQuery(dismissalsQuery)
  const { isOnThisPhone } = useInstall()
  const isDismissed = (wanted: Notice) => dismissals.data?.items.some(({ notice }) => notice === wanted)
  const enabled = isDismissed('first_steps') === false
  const certifications = useInfiniteQuery({ ...credentialsQuery({ kind: 'certification' }), enabled })
  const channels = useQuery({ ...channelsQuery, enabled })
  const summary = useQuery(reminderSummaryQuery)
  const cycles = useCycles()
  const proposals = useProposals()
  const { state: longerSchedule, isLost: isScheduleLost } = useLongerSchedule({ enabled })
  const isLoaded =
    verdict &&
    longerSchedule &&
    certifications.data &&
    channels.data &&
    summary.data &&
    cycles.data &&
    proposals.data
  const steps =
    enabled && isLoaded
      ? firstSteps({
          verdict,
          certifications: certifications.data.pages.flatMap(({ items }) => items),
          cycles: cycles.data.items,
          proposals: proposals.data.items,
          channels: channels.data,
          warnings: summary.data.warnings,
          longerSchedule,
          isOnPhone: isOnThisPhone || isDismissed('install_app') === true,
        })
      : undefined
  const isAllDone = steps?.every(({ isDone }) => isDone) === true
  const isNewOnPhone = isOnThisPhone && isDismissed('install_app') === false
  useRecord(!enabled ? null : isAllDone ? 'first_steps' : isNewOnPhone ? 'install_app' : null)
  const queries = [dismissals, certifications, channels, summary, cycles, proposals]
  const isLost = isScheduleLost || queries.some(({ data, error }) => error && !data)
  return isDismissed('first_steps') || isAllDone || isLost ? null : steps
}

/** This device's state is stored for the owner's other devices, which cannot detect it. */
function useRecord(notice: Notice | null): void {
  const { record } = useNoticeChanges()
  useEffect(() => {
    if (notice) record(notice)
  }, [notice, record])
}

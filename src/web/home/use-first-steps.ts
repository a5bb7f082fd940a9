import { useEffect } from 'react'
import type { FirstStep, Home } from '#shared/home/home-answer.ts'
import type { Notice } from '#shared/notices/notice.ts'
import { useInstall } from '#web/layout/install-prompt.ts'
import { useNoticeChanges } from '#web/notices/use-notices.ts'

/** The first steps, including facts that only this device knows; `null` if all are done or if they are hidden. */
export function useFirstSteps(home: Pick<Home, 'firstSteps' | 'dismissed'> | undefined): FirstStep[] | null {
  const { isOnThisPhone } = useInstall()
  const steps = home?.firstSteps?.map((step) =>
    step.name === 'phone' && isOnThisPhone ? { ...step, isDone: true } : step,
  )
  const isAllDone = steps?.every(({ isDone }) => isDone) === true
  const isNewOnPhone = isOnThisPhone && home?.dismissed?.includes('install_app') === false
  useRecord(!steps ? null : isAllDone ? 'first_steps' : isNewOnPhone ? 'install_app' : null)
  return isAllDone ? null : (steps ?? null)
}

/** This device's state is stored for the owner's other devices, which cannot detect it. */
function useRecord(notice: Notice | null): void {
  const { record } = useNoticeChanges()
  useEffect(() => {
    if (notice) record(notice)
  }, [notice, record])
}

import { useEffect } from 'react'
import type { FirstStep, Home } from '#shared/home/home-answer.ts'
import type { Notice } from '#shared/notices/notice.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { useInstall } from '#web/layout/install-prompt.ts'
import { useNoticeChanges } from '#web/notices/use-notices.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { IdBadge } from '#web/ui/id-badge.tsx'
import { Page } from '#web/ui/page.tsx'
import { FirstStepList } from './first-step-list.tsx'

/** The dashboard of an empty vault: one next step, the first steps, and an example. */
export function FirstStepCard({ steps }: { steps: FirstStep[] | null }) {
  return (
    <Page
      title={t`Dashboard`}
      eyebrow={t`Your vault is empty`}
      heading={t`Start with the card you are asked for most often.`}
    >
      <div className="grid items-start gap-10 md:grid-cols-[3fr_2fr]">
        <div>
          <p className="max-w-[55ch] text-lg text-muted">
            <Trans>
              Photograph your license or BLS card, or type its details. This page then shows whether you are
              clear to work, until when, and what expires next.
            </Trans>
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            <ButtonLink
              to="/upload"
              tone="primary"
              className="max-sm:w-full"
            >{t`Add your first credential`}</ButtonLink>
          </div>
          <div className="mt-8">{steps && <FirstStepList steps={steps} />}</div>
        </div>
        <div className="border-line-strong border-t-4">
          <IdBadge tone="neutral" eyebrow={t`Example`} title="Basic Life Support">
            <p className="text-muted">
              <Trans>
                American Heart Association. Its status and days left appear here once you add a date.
              </Trans>
            </p>
          </IdBadge>
        </div>
      </div>
    </Page>
  )
}

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

import { Link } from '@tanstack/react-router'
import type { FirstStep } from '#shared/home/home-answer.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
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
            <Link
              to="/upload"
              className={buttonClass({ tone: 'primary' })}
            >{t`Add your first credential`}</Link>
          </div>
          <div className="mt-8">{steps && <FirstStepList steps={steps} proposedFor={null} />}</div>
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

import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { ShareStatusBadge, ShareStatusStripe } from './share-status-badge.tsx'

/** Explains share links with an example before the first one is created. */
export function EmptySharesView() {
  return (
    <div className="grid items-center gap-x-12 gap-y-8 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid justify-items-start gap-5">
        <p className="max-w-[55ch] text-lg">
          <Trans>
            A recruiter asks for your license and BLS card. Select both, send one link or show its QR code,
            and see here whether it was opened. The link ends after 7 days, or whenever you end it.
          </Trans>
        </p>
        <ButtonLink to="/credentials/shares/new" tone="primary">{t`Create your first link`}</ButtonLink>
      </div>
      <figure className="flex overflow-hidden rounded-card border border-line-strong/50 border-dashed">
        <ShareStatusStripe status="opened" />
        <figcaption className="grid min-w-0 flex-1 justify-items-start gap-1 p-5">
          <span className="text-muted text-sm">{t`Example`}</span>
          <ShareStatusBadge status="opened" />
          <span className="font-semibold text-lg">{t`Texas RN license and BLS`}</span>
          <span>{t`For Maria at Mercy General`}</span>
          <span className="text-muted">{t`Opened twice, numbers hidden, ends in 6 days`}</span>
        </figcaption>
      </figure>
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { buttonClass } from '#web/ui/button-class.ts'

/** Replaces the entry forms: entries require a cycle. */
export function NoCyclesView() {
  return (
    <div className="grid justify-items-start gap-3 rounded-card bg-accent-soft p-5">
      <h2 className="text-lg">{t`Add a cycle first`}</h2>
      <p className="max-w-[60ch]">
        <Trans>
          A cycle has the dates and hours that your courses count toward. For your licenses, Lanyard fills in
          the dates, hours and topics that the board requires.
        </Trans>
      </p>
      <Link to="/credentials/cycles/new" className={buttonClass({ tone: 'primary' })}>{t`Add a cycle`}</Link>
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import { BadgeStrap } from '#web/ui/badge-strap.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Page } from '#web/ui/page.tsx'

/** The same words for a link that never was and for one that has ended: it tells nothing of what it once showed. */
export function ShareEndedView({ wasOpen }: { wasOpen: boolean }) {
  return (
    <>
      <div className="mx-auto w-full max-w-[1120px] px-4 sm:px-6">
        <BadgeStrap tone="neutral" className="ml-6! h-28" />
      </div>
      <Page
        width="text"
        title="This link does not open anything"
        intro={
          wasOpen
            ? 'It ended while you had it open. Ask the person who sent it for a new one.'
            : 'It may have ended, or it may have been copied without its last letters. Ask the person who sent it for a new one.'
        }
      >
        <Link to="/" className={`w-fit ${buttonClass({ tone: 'secondary' })}`}>
          Go to Lanyard
        </Link>
      </Page>
    </>
  )
}

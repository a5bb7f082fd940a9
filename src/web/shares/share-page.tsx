import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/core/ui/button-class.ts'
import { Page } from '#web/core/ui/page.tsx'

/** Sharing has no room yet: no link can exist, so every token is unknown, and the page says no more than that. */
export function SharePage() {
  return (
    <Page title="This link does not open anything">
      <p className="max-w-[60ch] text-lg text-muted">
        It may have ended, or it may have been copied without its last letters. Ask the person who sent it for
        a new one.
      </p>
      <Link to="/" className={`mt-6 ${buttonClass({ tone: 'secondary' })}`}>
        Go to Lanyard
      </Link>
    </Page>
  )
}

import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button-class.ts'
import { ShareMark, ShareStrap } from './share-status-mark.tsx'

/** Before the first link: what one is good for, by an example, and the way to it. */
export function ShareListEmpty() {
  return (
    <div className="grid items-center gap-x-12 gap-y-8 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid justify-items-start gap-5">
        <p className="max-w-[55ch] text-lg">
          A recruiter asks for your license and your BLS card. Choose the two, send one link or show its QR
          code, and see here whether it was opened. It ends by itself after 7 days, or when you say so.
        </p>
        <Link to="/credentials/shares/new" className={buttonClass({ tone: 'primary' })}>
          Make your first link
        </Link>
      </div>
      <figure className="flex overflow-hidden rounded-card border border-line-strong/50 border-dashed">
        <ShareStrap standing="opened" />
        <figcaption className="grid min-w-0 flex-1 justify-items-start gap-1 p-5">
          <span className="text-muted text-sm">Example</span>
          <ShareMark standing="opened" />
          <span className="font-semibold text-lg">Texas RN license and BLS</span>
          <span>For Maria at Mercy General</span>
          <span className="text-muted">Opened twice, numbers hidden, ends in 6 days</span>
        </figcaption>
      </figure>
    </div>
  )
}

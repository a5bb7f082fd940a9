import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button-class.ts'

/** In place of the entry forms: entries need a cycle. */
export function NoCyclesView() {
  return (
    <div className="grid justify-items-start gap-3 rounded-card bg-accent-soft p-5">
      <h2 className="text-lg">First a cycle, then its courses</h2>
      <p className="max-w-[60ch]">
        A cycle says from when to when hours count, and how many. For a license of yours it is proposed with
        its board’s dates, hours and topics.
      </p>
      <Link to="/credentials/cycles/new" className={buttonClass({ tone: 'primary' })}>
        Add a cycle
      </Link>
    </div>
  )
}

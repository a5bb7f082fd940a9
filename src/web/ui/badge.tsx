import type { LucideIcon } from 'lucide-react'

type BadgeProps = {
  icon: LucideIcon
  /** The classes of its colors. */
  look: string
  children: string
}

/** A state as a word and a shape, never by color alone. */
export function Badge({ icon: Icon, look, children }: BadgeProps) {
  return (
    <span
      className={`inline-flex w-fit shrink-0 items-center gap-1.5 rounded-full py-1 pr-3 pl-2 font-semibold text-sm ${look}`}
    >
      <Icon aria-hidden className="size-4" />
      {children}
    </span>
  )
}

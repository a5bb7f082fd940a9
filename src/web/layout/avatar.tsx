import type { SessionUser } from '#web/session/session.ts'

export function initials({ firstName, lastName, name, email }: SessionUser): string {
  const words = firstName && lastName ? [firstName, lastName] : (name.trim() || email).split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) =>
    word ? [...word][0] : '',
  )
  return letters.join('').toUpperCase()
}

/** The owner's initials in a circle of 44 pixels. */
export function Avatar({ user }: { user: SessionUser }) {
  return (
    <span
      aria-hidden
      className="grid size-11 place-items-center rounded-full border border-line bg-accent-soft font-semibold text-accent-strong"
    >
      {initials(user)}
    </span>
  )
}

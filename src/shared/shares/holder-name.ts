import { NAMELESS } from './nameless.ts'

type Named = { firstName: string | null; lastName: string | null; name: string }

/** The holder as a link names them. Never an email address, even if the owner entered one as a name. */
export function holderNameOf({ firstName, lastName, name }: Named): string {
  const names = [[firstName, lastName].filter(Boolean).join(' '), name.trim()]
  return names.find((each) => each !== '' && !each.includes('@')) ?? NAMELESS
}

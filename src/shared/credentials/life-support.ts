import { OTHER } from './short-title.ts'

/** Code and name of each life support card of the catalog. The dashboard needs nothing else of the catalog. */
export const lifeSupportCards = [
  ['BLS', 'Basic Life Support'],
  ['ACLS', 'Advanced Cardiovascular Life Support'],
  ['PALS', 'Pediatric Advanced Life Support'],
  ['CPR', 'Cardiopulmonary Resuscitation and AED (Heartsaver or equivalent)'],
  ['PEARS', 'Pediatric Emergency Assessment, Recognition and Stabilization'],
  ['NRP', 'Neonatal Resuscitation Program'],
] as const

const lifeSupport: ReadonlySet<string> = new Set(lifeSupportCards.flat().map((each) => each.toLowerCase()))

type Card = { code?: string | null | undefined; name?: string | null | undefined }

/** Whether this is a life support card, by its code, or by its name if it has no code. */
export function isLifeSupport({ code, name }: Card): boolean {
  const known = code && code !== OTHER ? code : name
  return lifeSupport.has((known ?? '').trim().toLowerCase())
}

/** Whether the owner's job requires a certification: the owner's answer, or by default only life support. */
export function isRequiredForWork({
  requiredForWork,
  ...card
}: Card & { requiredForWork?: boolean | null | undefined }): boolean {
  return requiredForWork ?? isLifeSupport(card)
}

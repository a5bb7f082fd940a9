import type { Redaction, ShareInput, ShareMade } from '#shared/shares/share.ts'
import { DEFAULT_LIFETIME_MS, MAX_LIFETIME_MS, MIN_LIFETIME_MS } from '#shared/shares/share.ts'
import { instantText } from '#web/shares/visitor/visitor-text.ts'
import { counted, leftText, type SeenAt } from './share-list-text.ts'

const DAY_MS = 24 * 3_600_000

/** How long a link can be open; there is no "never". `custom` is until a day and a time. */
export const lifetimes = [
  { id: 'hour', label: '1 hour', ms: MIN_LIFETIME_MS },
  { id: 'day', label: '1 day', ms: DAY_MS },
  { id: 'week', label: '7 days', ms: DEFAULT_LIFETIME_MS },
  { id: 'fortnight', label: '14 days', ms: 2 * DEFAULT_LIFETIME_MS },
  { id: 'month', label: '30 days', ms: MAX_LIFETIME_MS },
  { id: 'custom', label: 'Until a date', ms: null },
] as const
export type Lifetime = (typeof lifetimes)[number]['id']

export function lifetimeMs(lifetime: Lifetime): number | null {
  return lifetimes.find(({ id }) => id === lifetime)?.ms ?? null
}

/** "Nov 28, 2026, 3:05 PM (Central Time), in 7 days": on her own clock, which the server takes to be UTC without a zone. */
export function untilWords(expiresAt: string, { now, locale, timeZone }: SeenAt): string {
  return `${instantText(expiresAt, { locale, timeZone: timeZone ?? 'UTC' })}, ${leftText(expiresAt, { now, locale, timeZone })}`
}

/** "Nothing is chosen yet.", "1 thing chosen.", "3 things chosen." */
export function chosenText(count: number): string {
  return count === 0 ? 'Nothing is chosen yet.' : `${counted(count, 'thing')} chosen.`
}

/** Which files the mask keeps back, and how many of them go out as covered pictures. */
export function withheldText(withheld: number, covered: number): string {
  if (withheld === 0) return 'No file goes with these, so nothing stays behind.'
  if (covered === withheld)
    return covered === 1
      ? 'The file goes out as the picture that you covered, never as it is.'
      : 'The files go out as the pictures that you covered, never as they are.'
  const left = withheld - covered
  const rest = left === 1 ? '1 file stays' : `${left} files stay`
  return `${rest} behind, because a number may be printed on ${left === 1 ? 'it' : 'them'}. Nobody with the link can withTimeout ${left === 1 ? 'it' : 'them'}.`
}

/** "Goes out as 2 covered pages instead". */
export function coveredText(pages: number): string {
  return pages === 1 ? 'Goes out as one covered picture' : `Goes out as ${pages} covered pictures`
}

type Made = Pick<
  ShareMade,
  'resources' | 'includeFiles' | 'allowDownloads' | 'masks' | 'viewLimit' | 'mode' | 'hasPasscode'
>

/** What who has the link can do with it, a sentence each. */
export function canDoTexts(made: Made): string[] {
  const { resources, allowDownloads, masks, viewLimit, mode } = made
  const things = resources.length === 1 ? 'it' : `these ${resources.length} things`
  return [
    allowDownloads
      ? `They can look at ${things}, print, and download one PDF.`
      : `They can look at ${things}. Nothing can be downloaded, though a screen can always be photographed.`,
    masks.hideNumber ? 'Your numbers are hidden.' : 'Your numbers are shown.',
    ...(mode === 'frozen'
      ? ['They see it as it is today; later changes stay with you.']
      : ['What you change later, they see too.']),
    ...(viewLimit === null
      ? []
      : [
          viewLimit === 1
            ? 'It opens once.'
            : `It opens ${viewLimit} times; looking again in the same browser counts once.`,
        ]),
  ]
}

type Draft = Pick<ShareInput, 'masks' | 'includeFiles' | 'redactions'>

/** Only what hides a number in a file that is shown; anything else would be pictures that nobody asked for. */
export function redactionsOf(
  { masks, includeFiles, redactions }: Draft,
  withheld: ReadonlySet<string>,
): Redaction[] {
  if (!masks.hideNumber || !includeFiles) return []
  return redactions.filter(({ fileId }) => withheld.has(fileId))
}

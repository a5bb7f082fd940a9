import { shortenedTitle } from '#shared/credentials/short-title.ts'
import { healthCatalog } from '#shared/health/catalog.ts'
import { healthKind } from '#shared/health/kinds.ts'
import type { WatchedKind } from './reminder.ts'

type Watched = { resourceType: WatchedKind; title: string; code: string | null }

/** What leaves Lanyard, by mail or into a calendar: "A health record", unless the owner lets it be named. */
export function sentTitle({ resourceType, title, code }: Watched, namesHealthRecords: boolean): string {
  if (resourceType !== 'healthRecord' || !namesHealthRecords) return title
  return healthLabel(code) ?? title
}

/** What its owner sees in Lanyard: "BLS", "Texas RN", "TB test". */
export function listedTitle({ resourceType, title, code }: Watched): string {
  return resourceType === 'healthRecord' ? (healthLabel(code) ?? title) : shortenedTitle(title, code)
}

function healthLabel(code: string | null): string | null {
  const kind = healthKind.safeParse(code)
  return kind.success ? healthCatalog[kind.data].label : null
}

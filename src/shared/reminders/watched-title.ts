import { topicLabel } from '#shared/ceu/ceu-text.ts'
import { shortenedTitle, titleIn } from '#shared/credentials/short-title.ts'
import { healthCatalog } from '#shared/health/catalog.ts'
import { healthKind } from '#shared/health/kinds.ts'
import type { Translate } from '#shared/i18n/translate.ts'
import type { WatchedKind } from './reminder.ts'

type Watched = { resourceType: WatchedKind; title: string; code: string | null }

/** The title outside Lanyard, in mail and calendars: "A health record", unless the owner allows its name. */
export function sentTitle(watched: Watched, namesHealthRecords: boolean, t: Translate): string {
  const { resourceType, code } = watched
  if (resourceType !== 'healthRecord' || !namesHealthRecords) return ownTitle(watched, t)
  return healthLabel(code, t) ?? ownTitle(watched, t)
}

/** The title that its owner sees in Lanyard: "BLS", "Texas RN", "TB test". */
export function listedTitle(watched: Watched, t: Translate): string {
  const { resourceType, title, code } = watched
  if (resourceType === 'healthRecord') return healthLabel(code, t) ?? ownTitle(watched, t)
  return ownTitle({ ...watched, title: shortenedTitle(title, code) }, t)
}

function healthLabel(code: string | null, t: Translate): string | null {
  const kind = healthKind.safeParse(code)
  return kind.success ? t(healthCatalog[kind.data].label) : null
}

/** The database builds the title in English from the names that were entered; this translates it. */
function ownTitle({ resourceType, title: issued }: Watched, t: Translate): string {
  const title = titleIn(issued, t)
  if (resourceType === 'healthRecord') return t`A health record`
  if (resourceType === 'moveDeadline') {
    const place = title.replace(/^License application in /, '')
    return t`License application in ${place}`
  }
  if (resourceType === 'ceuCycle') {
    const name = nameIn(title.replace(/^CE for /, ''), t)
    return t`CE for ${name}`
  }
  if (resourceType !== 'ceuDeadline' && resourceType !== 'ceuRunOut') return title
  const [, topic = title, said] = /^(.*) for (.*)$/s.exec(title) ?? []
  if (said === undefined) return title
  const name = nameIn(said, t)
  return t`${topicLabel(topic, t)} for ${name}`
}

function nameIn(name: string, t: Translate): string {
  return name === 'a renewal' ? t`a renewal` : name
}

import { Link } from '@tanstack/react-router'
import type { ListItem } from '#shared/requirements/item.ts'
import type { ItemMatch } from '#shared/requirements/match.ts'
import { t } from '#web/i18n/t.ts'
import { buttonClass } from '#web/ui/button-class.ts'

/** A day of the contract is missing, not a day of the record. */
function isAboutList({ finding }: ItemMatch): boolean {
  if (finding.kind !== 'record' || finding.standing.state !== 'unknown') return false
  return finding.standing.missing === 'start' || finding.standing.missing === 'last_day'
}

/** A link to follow the advice. None for items that are held or that only the owner can confirm. */
export function StepLink({ item, match }: { item: ListItem; match: ItemMatch }) {
  const { finding, state } = match
  const props = { className: buttonClass({ size: 'sm' }) }
  if (state === 'held' || isAboutList(match)) return null
  if (finding.kind === 'hours')
    return (
      <Link
        to="/credentials"
        search={{ tab: 'ce' }}
        aria-label={t`Open CE: ${item.title}`}
        {...props}
      >{t`Open CE`}</Link>
    )
  const candidate = finding.kind === 'record' || finding.kind === 'multistate' ? finding.candidate : null
  if (candidate?.type === 'license' || candidate?.type === 'certification')
    return (
      <Link
        to="/credentials/$id"
        params={{ id: candidate.id }}
        aria-label={t`Open ${candidate.title}: ${item.title}`}
        {...props}
      >{t`Open it`}</Link>
    )
  if (state === 'missing' && (item.kind === 'license' || item.kind === 'certification'))
    return (
      <Link
        to="/upload"
        search={{ kind: item.kind }}
        aria-label={t`Add it: ${item.title}`}
        {...props}
      >{t`Add it`}</Link>
    )
  return null
}

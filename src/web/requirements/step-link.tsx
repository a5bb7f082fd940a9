import { placeOf } from '#shared/compact/practice-license.ts'
import { titleIn } from '#shared/credentials/short-title.ts'
import { findState } from '#shared/credentials/states.ts'
import type { ListItem } from '#shared/requirements/item.ts'
import type { ItemMatch } from '#shared/requirements/match.ts'
import { t } from '#web/i18n/t.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** A link to follow the advice. None for items that are held or that only the owner can confirm. */
export function StepLink({ item, match }: { item: ListItem; match: ItemMatch }) {
  const { finding, state } = match
  if (state === 'held') return null
  if (item.kind === 'ce' && item.topic !== null && state === 'missing')
    return (
      <ButtonLink
        to="/credentials/entries/new"
        search={{ topic: item.topic }}
        aria-label={t`Add: ${item.title}`}
        size="sm"
      >{t`Add`}</ButtonLink>
    )
  if (finding.kind === 'hours')
    return (
      <ButtonLink
        to="/credentials"
        search={{ tab: 'ce' }}
        aria-label={t`Open CE: ${item.title}`}
        size="sm"
      >{t`Open CE`}</ButtonLink>
    )
  const candidate = finding.kind === 'record' || finding.kind === 'multistate' ? finding.candidate : null
  if (candidate?.type === 'license' || candidate?.type === 'certification')
    return (
      <ButtonLink
        to="/credentials/$id"
        params={{ id: candidate.id }}
        aria-label={t`Open ${titleIn(candidate.title, t)}: ${item.title}`}
        size="sm"
      >{t`Open it`}</ButtonLink>
    )
  if (state !== 'missing') return null
  const add = { size: 'sm', 'aria-label': t`Add: ${item.title}`, children: t`Add` } as const
  switch (item.kind) {
    case 'license':
      return (
        <ButtonLink
          to="/upload"
          search={{ kind: 'license', type: item.type ?? undefined, state: stateOf(item) }}
          {...add}
        />
      )
    case 'certification':
      return <ButtonLink to="/upload" search={{ kind: 'certification', code: item.code }} {...add} />
    case 'health':
      return <ButtonLink to="/credentials/health/new" search={{ kind: item.record }} {...add} />
    default:
      return null
  }
}

/** The name that the form has in its list. */
function stateOf({ state }: { state: string | null }): string | undefined {
  return state === null ? undefined : (findState(placeOf(state))?.name ?? state)
}

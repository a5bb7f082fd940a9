import { useWatch } from 'react-hook-form'
import { plural } from '#shared/i18n/translate.ts'
import { holderNameOf } from '#shared/shares/holder-name.ts'
import { StatusShape } from '#web/credentials/status-badge.tsx'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { lifetimeMs } from '#web/shares/owner/share-lifetime-picker.tsx'
import { useCurrentMinute } from '#web/shares/owner/share-status.ts'
import { coverTexts } from '#web/shares/visitor/visitor-text.ts'
import { BadgeStrap } from '#web/ui/badge-strap.tsx'
import { IdBadgeCard } from '#web/ui/id-badge.tsx'
import type { ResourceOption } from './resource-options.ts'
import { canDoTexts, expiryText } from './share-form-text.ts'
import type { ShareForm } from './share-values.ts'

/** How many titles are listed before "3 more". */
const SHOWN_TITLES = 6

/** Beside the form on a wide screen: the link as its recipient will find it. */
export function ShareDraftCard({ form, options }: { form: ShareForm; options: readonly ResourceOption[] }) {
  const [resources, recipient, lifetime, expiresAt] = useWatch({
    control: form.control,
    name: ['resources', 'recipient', 'lifetime', 'expiresAt'],
  })
  const [passcode, allowDownloads, hideNumber, viewLimit, mode] = useWatch({
    control: form.control,
    name: ['passcode', 'allowDownloads', 'masks.hideNumber', 'viewLimit', 'mode'],
  })
  const user = useUser()
  const { locale, timeZone } = user
  const now = useCurrentMinute()
  const cover = coverTexts(holderNameOf(user), recipient || null)
  const ms = lifetimeMs(lifetime)
  const until = ms === null ? expiresAt : new Date(now.getTime() + ms).toISOString()
  return (
    <div>
      <BadgeStrap tone="neutral" className="h-16" />
      <IdBadgeCard
        eyebrow={<span className="[overflow-wrap:anywhere]">{cover.recipient}</span>}
        title={<h2 className="[overflow-wrap:anywhere]">{cover.owner}</h2>}
      >
        {resources.length === 0 ? (
          <p className="text-muted">{t`Choose what to share.`}</p>
        ) : (
          <ChosenTitles ids={resources.map(({ resourceId }) => resourceId)} options={options} />
        )}
      </IdBadgeCard>
      {resources.length > 0 && (
        <ul className="mt-4 grid gap-1 text-muted text-sm">
          {[
            ...canDoTexts({
              resources,
              allowDownloads: allowDownloads !== false,
              masks: { hideNumber: hideNumber === true },
              viewLimit: viewLimit ?? null,
              mode: mode ?? 'live',
            }),
            ...(passcode ? [t`They need the passcode.`] : []),
            ...(until ? [t`Open until ${expiryText(until, { now, timeZone, locale })}.`] : []),
          ].map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function ChosenTitles({ ids, options }: { ids: readonly string[]; options: readonly ResourceOption[] }) {
  const known = ids.flatMap((id) => options.find(({ resourceId }) => resourceId === id) ?? [])
  const shown = known.slice(0, SHOWN_TITLES)
  const others = ids.length - shown.length
  return (
    <ul className="grid gap-1">
      {shown.map(({ resourceId, title, status }) => (
        <li key={resourceId} className="flex items-center gap-2">
          {status && <StatusShape status={status} />}
          <span className="min-w-0 truncate">{title}</span>
        </li>
      ))}
      {others > 0 && <li>{t`${plural(others, { one: '# more item', other: '# more items' })}`}</li>}
    </ul>
  )
}

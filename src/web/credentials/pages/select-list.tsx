import { Archive, QrCode, Tag } from 'lucide-react'
import { useState } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import { MAX_SEVERAL } from '#shared/credentials/several.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { lookOf } from '#shared/credentials/status.ts'
import { plural } from '#shared/i18n/translate.ts'
import { MAX_RESOURCES } from '#shared/shares/share.ts'
import type { CredentialGroup } from '#web/credentials/credential-groups.ts'
import { GroupHeading } from '#web/credentials/credential-list.tsx'
import { expiryText, subtitleOf } from '#web/credentials/credential-text.ts'
import { StatusBadge } from '#web/credentials/status-badge.tsx'
import { useSeveralChanges } from '#web/credentials/use-several-changes.ts'
import { t } from '#web/i18n/t.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { SaveBar } from '#web/ui/save-bar.tsx'
import { TagDialog } from './tag-dialog.tsx'

type SelectListProps = {
  groups: CredentialGroup[]
  today: string
  locale: string | null
  /** The archived ones are listed. */
  isArchive: boolean
  onClose(): void
}

/** The credentials with a checkbox each, and what can be done with those that are chosen. */
export function SelectList({ groups, today, locale, isArchive, onClose }: SelectListProps) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const [isTagging, setTagging] = useState(false)
  const { archive, tag } = useSeveralChanges(onClose)
  const all = groups.flatMap(({ credentials }) => credentials)
  const chosen = all.filter(({ id }) => ids.has(id))
  const { length: count } = chosen
  const isChangeable = count > 0 && count <= MAX_SEVERAL
  const chosenIds = chosen.map(({ id }) => id)
  const isAll = count === all.length
  return (
    <div className="grid gap-4">
      {groups.map(({ heading, credentials }) => (
        <div key={heading?.text ?? ''}>
          {heading && <GroupHeading {...heading} />}
          <ul
            aria-label={heading?.text ?? t`Credentials`}
            className="divide-y divide-line border-line border-y"
          >
            {credentials.map((credential) => (
              <li key={credential.id} className="py-1">
                <Checkbox
                  value={ids.has(credential.id)}
                  onChange={(isChosen) => {
                    const next = new Set(ids)
                    if (isChosen) next.add(credential.id)
                    else next.delete(credential.id)
                    setIds(next)
                  }}
                  label={
                    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                      {shortTitle(credential)} <StatusBadge status={lookOf(credential, today)} />
                    </span>
                  }
                  description={`${subtitleOf(credential)} · ${expiryText(credential, today, locale)}`}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <SaveBar>
        <div className="flex min-h-11 flex-wrap items-center gap-x-3 max-sm:w-full max-sm:flex-none!">
          <p role="status" className="flex-1 whitespace-nowrap font-semibold">
            {t`${plural(count, { one: '# selected', other: '# selected' })}`}
          </p>
          <Button
            tone="quiet"
            size="sm"
            onPress={() => setIds(new Set(isAll ? [] : all.map(({ id }) => id)))}
          >
            {isAll ? t`Select none` : t`Select all`}
          </Button>
          <Button tone="quiet" size="sm" onPress={onClose}>{t`Cancel`}</Button>
        </div>
        {count > 0 && (
          <ButtonLink to="/credentials/shares/new" search={{ items: sharedItems(chosen) }} tone="primary">
            <QrCode aria-hidden className="size-5 max-[359px]:hidden" />
            {t`Share`}
          </ButtonLink>
        )}
        <Button
          isDisabled={!isChangeable}
          isPending={archive.isPending}
          onPress={() => archive.mutate({ ids: chosenIds, wasArchived: isArchive })}
        >
          <Archive aria-hidden className="size-5 max-[359px]:hidden" />
          {isArchive ? t`Unarchive` : t`Archive`}
        </Button>
        <Button isDisabled={!isChangeable} onPress={() => setTagging(true)}>
          <Tag aria-hidden className="size-5 max-[359px]:hidden" />
          {t`Tag`}
        </Button>
        {count > MAX_SEVERAL && (
          <p role="alert" className="w-full text-sm">
            {t`At most ${MAX_SEVERAL} can be archived or tagged at once.`}
          </p>
        )}
      </SaveBar>
      {isTagging && (
        <TagDialog
          titles={chosen.map(shortTitle)}
          isPending={tag.isPending}
          problem={tag.error}
          onTag={(name) => tag.mutate({ ids: chosenIds, tag: name })}
          onClose={() => {
            setTagging(false)
            tag.reset()
          }}
        />
      )}
    </div>
  )
}

/** As the form of a new link takes them. One more than a link holds, so that the form says that some are left out. */
function sharedItems(chosen: readonly Credential[]): string {
  return chosen
    .slice(0, MAX_RESOURCES + 1)
    .map(({ kind, id }) => `${kind}:${id}`)
    .join(',')
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { titleText } from '#shared/credentials/title-text.ts'
import { type ItemChoice, itemChoice, type ListItem } from '#shared/requirements/item.ts'
import type { ItemMatch } from '#shared/requirements/match.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ComboField } from '#web/ui/fields/combo-field.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { RadioField } from '#web/ui/fields/radio-field.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { choosableFilesQuery } from './api.ts'

type ChoiceDialogProps = {
  item: ListItem
  match: ItemMatch
  onClose(): void
  onChoose(choice: ItemChoice | null): void
}

/**
 * Chooses one of several records. For items that Lanyard cannot look up, takes the owner's word or a file with its
 * dates.
 */
export function ChoiceDialog({ item, match, onClose, onChoose }: ChoiceDialogProps) {
  const [choice, setChoice] = useState<ItemChoice>(item.choice ?? itemChoice.parse({}))
  const { locale } = useUser()
  const several = match.finding.kind === 'several' ? match.finding.candidates : null
  const canSave = several === null || choice.resource !== null
  return (
    <Dialog
      title={several ? t`Which one?` : t`Do you have it?`}
      onClose={onClose}
      footer={
        <>
          {item.choice && <Button onPress={() => onChoose(null)}>{t`Choose nothing`}</Button>}
          <Button tone="primary" isDisabled={!canSave} onPress={() => onChoose(choice)}>
            {several ? t`Use this one` : t`I have it`}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-5">
        <p className="[overflow-wrap:anywhere]">{item.title}</p>
        {several ? (
          <RadioField
            label={t`Your records`}
            items={several.map(({ id, endsOn, ...one }) => {
              const title = titleText(one.title, t)
              return { id, label: endsOn ? t`${title}, until ${formatDate(endsOn, locale)}` : title }
            })}
            value={choice.resource?.id ?? null}
            onChange={(id) => {
              const found = several.find((one) => one.id === id)
              if (found) setChoice({ ...choice, resource: { type: found.type, id } })
            }}
          />
        ) : (
          <OwnWord item={item} choice={choice} onChange={setChoice} />
        )}
      </div>
    </Dialog>
  )
}

type OwnWordProps = { item: ListItem; choice: ItemChoice; onChange(choice: ItemChoice): void }

const NO_FILE = 'none'

function OwnWord({ item, choice, onChange }: OwnWordProps) {
  const { data, error, refetch } = useQuery(choosableFilesQuery)
  const options = [
    { id: NO_FILE, label: t`No file` },
    ...(data ?? []).map(({ id, name }) => ({ id, label: name })),
  ]
  return (
    <>
      {error && <ProblemNote problem={error} onRetry={() => void refetch()} />}
      <ComboField
        label={t`Its file in your vault`}
        isRequired={false}
        items={options}
        value={choice.resource?.id ?? NO_FILE}
        onChange={(id) =>
          onChange({ ...choice, resource: id === NO_FILE || id === '' ? null : { type: 'file', id } })
        }
        description={
          item.kind === 'health'
            ? t`A file about your health is never shared by a list. You add it to a share yourself.`
            : t`Only a chosen file can be shared.`
        }
      />
      <DateField
        label={t`Date of it`}
        isRequired={false}
        value={choice.issuedOn}
        onChange={(issuedOn) => onChange({ ...choice, issuedOn })}
        description={
          item.issuedWithin ? t`Without it, Lanyard cannot tell whether it is too old.` : undefined
        }
      />
      {item.validThrough !== null && (
        <DateField
          label={t`Valid until`}
          isRequired={false}
          value={choice.endsOn}
          onChange={(endsOn) => onChange({ ...choice, endsOn })}
        />
      )}
    </>
  )
}

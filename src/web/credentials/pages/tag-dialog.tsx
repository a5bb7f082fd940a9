import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { plural } from '#shared/i18n/translate.ts'
import { credentialSummaryQuery } from '#web/credentials/api.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { toProblem } from '#web/ui/problem-note.tsx'

const OFFERED = 6

type TagDialogProps = {
  /** Of the chosen credentials, in the order in which they are sent. */
  titles: string[]
  isPending: boolean
  problem: unknown
  onTag(tag: string): void
  onClose(): void
}

/** One tag for all of the chosen credentials: typed, or one that is in use. */
export function TagDialog({ titles, isPending, problem, onTag, onClose }: TagDialogProps) {
  const [tag, setTag] = useState('')
  const { data: summary } = useQuery(credentialSummaryQuery)
  const offered = (summary?.tags ?? []).slice(0, OFFERED)
  const count = titles.length
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (tag.trim() !== '') onTag(tag.trim())
  }
  return (
    <Dialog
      title={t`Add a tag to ${plural(count, { one: '# credential', other: '# credentials' })}`}
      size="sm"
      onClose={onClose}
    >
      <form onSubmit={submit} className="grid gap-4">
        <TextField
          label={t`Tag`}
          value={tag}
          onChange={setTag}
          maxLength={50}
          autoComplete="off"
          autoFocus
          errorMessage={problem ? problemText(problem, titles) : null}
        />
        {offered.length > 0 && (
          <ul aria-label={t`Tags in use`} className="flex flex-wrap gap-2">
            {offered.map(({ tag: known }) => (
              <li key={known} className="max-w-full">
                <Button size="sm" className="max-w-full" onPress={() => setTag(known)}>
                  <span className="truncate">{known}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
        <Button type="submit" tone="primary" isDisabled={tag.trim() === ''} isPending={isPending}>
          {t`Add tag`}
        </Button>
      </form>
    </Dialog>
  )
}

/** "BLS: At most 10 tags. No credential was changed." */
function problemText(problem: unknown, titles: string[]): string {
  const { errors, message } = toProblem(problem)
  const named = (errors ?? []).flatMap(({ path, message: fault }) => {
    const title = titles[Number(/^ids\.(\d+)$/.exec(path)?.[1])]
    return title === undefined ? [] : [`${title}: ${t(fault)}.`]
  })
  return [...(named.length > 0 ? named : [t(message)]), t`No credential was changed.`].join(' ')
}

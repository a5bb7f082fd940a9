import { useRef, useState } from 'react'
import { type Control, useFormState, useWatch } from 'react-hook-form'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useSession } from '#web/session/session.ts'
import { Button } from '#web/ui/button.tsx'
import type { CommonValues } from './use-credential-save.ts'

type MissingDateProps = {
  control: Control<CommonValues>
  /** The date in the owner's file. */
  readDate: string | null
  onChoose(date: string): void
  onType(): void
  onUnknown(): void
}

/** Asks for the missing date of a refused save. Every answer saves, except entering another date. */
export function MissingDateView({ control, readDate, onChoose, onType, onUnknown }: MissingDateProps) {
  const [expiresAt, neverExpires] = useWatch({ control, name: ['expiresAt', 'neverExpires'] })
  const { errors } = useFormState({ control, name: 'expiresAt' })
  const { user } = useSession()
  const question = useRef<HTMLFieldSetElement>(null)
  const [refused, refuse] = useState<string | null>(null)
  if (!errors.expiresAt || expiresAt || neverExpires) return null
  if (readDate === null || readDate === refused)
    return (
      <Button type="submit" size="sm" className="justify-self-start" onPress={onUnknown}>
        {t`I don’t know yet`}
      </Button>
    )
  return (
    <fieldset ref={question} className="flex flex-wrap items-center gap-2">
      <legend className="contents">
        <span className="font-semibold">{t`Is it ${formatDate(readDate, user?.locale ?? null)}?`}</span>
      </legend>
      <Button
        size="sm"
        onPress={() => {
          const form = question.current?.form
          onChoose(readDate)
          form?.requestSubmit()
        }}
      >
        {t`Yes`}
      </Button>
      <Button
        size="sm"
        tone="quiet"
        onPress={() => {
          refuse(readDate)
          onType()
        }}
      >
        {t`Type another date`}
      </Button>
    </fieldset>
  )
}

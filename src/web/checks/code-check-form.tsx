import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { findKnownDocument } from './api.ts'
import { kindTexts, linkText, timeOf } from './document-text.ts'

/** For somebody who has only paper: what is known of the code on it. */
export function CodeCheckForm() {
  const [code, setCode] = useState('')
  const { mutate, data, error, isPending, reset } = useMutation({ mutationFn: findKnownDocument })
  return (
    <form
      className="grid max-w-xl grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.trim() !== '') mutate(code)
      }}
    >
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-[1_1_18rem]">
          <TextField
            label={t`Code on the page`}
            isRequired
            mono
            autoComplete="off"
            spellCheck={false}
            maxLength={100}
            value={code}
            onChange={(next) => {
              setCode(next)
              reset()
            }}
          />
        </div>
        <Button type="submit" isPending={isPending}>{t`Look up`}</Button>
      </div>
      <div role="status">
        {data && (
          <div className="grid gap-2 rounded-card bg-sunken p-4">
            <p className="font-semibold">{t`A file with this code was made on ${timeOf(data.madeAt)}.`}</p>
            <p>
              {t(kindTexts[data.kind])} {linkText(data)}
            </p>
            <p>{t`This says nothing about the page in your hand, because a code can be copied onto any page. Ask for the file itself and check it above.`}</p>
          </div>
        )}
        {data === null && (
          <div className="grid gap-2 rounded-card bg-sunken p-4">
            <p className="font-semibold">{t`This website does not know this code now`}</p>
            <p>{t`It may be mistyped, from another website with Lanyard, or of an account that was deleted since.`}</p>
          </div>
        )}
      </div>
      {error && <ProblemNote problem={error} onRetry={() => mutate(code)} />}
    </form>
  )
}

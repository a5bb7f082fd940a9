import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { TextField } from './text-field.tsx'

/** A text to copy. If the browser does not allow copying, it shows a message and the text can be selected. */
export function CopyField({
  label,
  value,
  shown = value,
  wraps = shown !== value,
  description,
  isMain = false,
}: {
  label: string
  value: string
  /** The displayed text, such as a key in groups. `value` is copied. */
  shown?: string
  /** In two lines, such as an address that must be seen to its end on a phone. */
  wraps?: boolean
  description: string
  /** Whether copying is what the page is for. */
  isMain?: boolean
}) {
  const [copyResult, setCopyResult] = useState<'copied' | 'refused' | null>(null)
  async function copy() {
    try {
      await navigator.clipboard.writeText(value)
      setCopyResult('copied')
    } catch {
      setCopyResult('refused')
    }
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <TextField
        label={label}
        value={shown}
        isReadOnly
        mono
        multiline={wraps}
        rows={2}
        description={description}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button
          tone={isMain ? 'primary' : 'secondary'}
          className={isMain ? 'max-sm:w-full' : undefined}
          aria-label={t`Copy: ${label}`}
          onPress={() => void copy()}
        >{t`Copy`}</Button>
        <p role="status" className="text-muted text-sm">
          {copyResult === 'copied' && t`Copied.`}
          {copyResult === 'refused' && t`Your browser blocked copying. Select the text above and copy it.`}
        </p>
      </div>
    </div>
  )
}

import { ChevronDown } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Controller, useFormState } from 'react-hook-form'
import { Button } from '#web/ui/button.tsx'
import { fieldPropsOf } from '#web/ui/form-errors.ts'
import { NumberField } from '#web/ui/number-field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import type { ShareForm } from './use-share-draft.ts'

const folded = ['passcode', 'viewLimit'] as const

/** Letters and figures that are not taken for one another when they are told by phone. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Eight of them, in two groups: about 39 bits, and ten tries. */
export function suggestedPasscode(): string {
  const pick = (): string => {
    // RateLimits beyond the last whole round would make the first letters likelier.
    const [figure = 0] = crypto.getRandomValues(new Uint8Array(1))
    return figure < 256 - (256 % LETTERS.length) ? (LETTERS[figure % LETTERS.length] ?? '') : pick()
  }
  const four = () => Array.from({ length: 4 }, pick).join('')
  return `${four()}-${four()}`
}

/** What few need. Opens where something in it needs another look. */
export function ShareMoreView({ form }: { form: ShareForm }) {
  const { control } = form
  const { errors, submitCount } = useFormState({ control })
  const folder = useRef<HTMLDetailsElement>(null)
  const isBad = folded.some((key) => errors[key])
  useEffect(() => {
    const node = folder.current
    if (!isBad || submitCount === 0 || !node || node.open) return
    node.open = true
    node.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [isBad, submitCount])
  return (
    <details ref={folder} className="group border-line border-y">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden">
        More: passcode, views, downloads
        <ChevronDown aria-hidden className="size-5 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid grid-cols-1 gap-5 pt-2 pb-6">
        <Controller
          name="passcode"
          control={control}
          render={(c) => (
            <div className="grid grid-cols-1 gap-2">
              <TextField
                {...fieldPropsOf(c)}
                value={c.field.value ?? ''}
                onChange={(typed) => c.field.onChange(typed === '' ? null : typed)}
                label="Passcode"
                isRequired={false}
                mono
                autoComplete="off"
                spellCheck={false}
                description="6 to 64 characters. Tell it to them another way than the link, by phone for example."
              />
              <Button
                tone="quiet"
                className="-ml-4 w-fit"
                onPress={() =>
                  form.setValue('passcode', suggestedPasscode(), { shouldDirty: true, shouldValidate: true })
                }
              >
                Suggest one
              </Button>
            </div>
          )}
        />
        <Controller
          name="viewLimit"
          control={control}
          render={(c) => (
            <div className="sm:max-w-xs">
              <NumberField
                {...fieldPropsOf(c)}
                value={c.field.value ?? null}
                label="Number of views"
                isRequired={false}
                min={1}
                max={1000}
                unit="times"
                description="Empty: as often as they like. Looking again in the same browser counts once."
              />
            </div>
          )}
        />
        <Controller
          name="allowDownloads"
          control={control}
          render={({ field: { value, ...field } }) => (
            <Switch
              {...field}
              label="They may download"
              description="Without it they can only look; a screen can always be photographed."
              isSelected={value !== false}
            />
          )}
        />
        <Controller
          name="mode"
          control={control}
          render={({ field: { value, onChange, ...field } }) => (
            <Switch
              {...field}
              label="Keep it as it is today"
              description="They see what is there now, not what you change later. What you delete is gone from it all the same."
              isSelected={value === 'frozen'}
              onChange={(isFrozen) => onChange(isFrozen ? 'frozen' : 'live')}
            />
          )}
        />
      </div>
    </details>
  )
}

import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { useFieldArray, useWatch } from 'react-hook-form'
import { topicName } from '#shared/ceu/ceu-text.ts'
import { t } from '#web/i18n/t.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import type { CycleForm } from './cycle-form-values.ts'

const MAX_TOPICS = 30
const MAX_TAGS = 10
/** The limit of an entry's topics. A topic with a longer name could never be met. */
const MAX_TAG = 50

/** The required topics as editable rows. */
export function CycleTopicsField({ form: { control, setValue } }: { form: CycleForm }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'topics' })
  const topics = useWatch({ control, name: 'topics' })
  const area = useRef<HTMLFieldSetElement>(null)
  /** The first tag of a rule's topic is its name. */
  const nameIt = (at: number, tags: readonly string[], typed: string) =>
    setValue(`topics.${at}.tags`, [...new Set([typed, ...tags])].filter(Boolean).slice(0, MAX_TAGS))
  return (
    <fieldset ref={area} tabIndex={-1} className="grid min-w-0 gap-3 outline-none">
      <legend className="mb-3 font-semibold">{t`Required topics`}</legend>
      {fields.length === 0 && <p className="text-muted">{t`None.`}</p>}
      <ul className="grid gap-4">
        {fields.map(({ id, key = null, topic, tags = [] }, at) => (
          <li
            key={id}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-2 gap-y-2 sm:grid-cols-[minmax(0,1fr)_12rem_auto]"
          >
            <Field
              control={control}
              name={`topics.${at}.topic`}
              as={TextField}
              // The name by which a rule's topic is known, until the owner gives it another one.
              from={(value = '') => (value === topic ? topicName({ key, topic, tags }, t) : value)}
              onChange={(typed = '') => key !== null && nameIt(at, tags, typed.trim())}
              label={t`Topic ${at + 1}`}
              maxLength={MAX_TAG}
            />
            <IconButton
              icon={X}
              label={t`Remove topic ${at + 1}`}
              onPress={() => {
                // The pressed button disappears, so the focus moves to the field.
                area.current?.focus({ preventScroll: true })
                remove(at)
              }}
              className="mt-7.5 sm:order-last"
            />
            <Field
              control={control}
              name={`topics.${at}.hours`}
              as={NumberField}
              label={t`Amount for topic ${at + 1}`}
              description={
                (topics?.[at]?.hours ?? null) === null ? t`Leave blank if one course is enough.` : undefined
              }
              min={0.25}
              max={500}
              step={0.25}
            />
          </li>
        ))}
      </ul>
      {fields.length < MAX_TOPICS && (
        <Button
          tone="quiet"
          className="w-fit"
          onPress={() =>
            append({ topic: '', hours: null, tags: [] }, { focusName: `topics.${fields.length}.topic` })
          }
        >
          <Plus aria-hidden className="size-4" />
          {t`Add a topic`}
        </Button>
      )}
    </fieldset>
  )
}

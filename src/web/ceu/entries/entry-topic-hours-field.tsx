import { X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { entryLabels, hoursText, topicLabel } from '#shared/ceu/ceu-text.ts'
import { hundredths } from '#shared/ceu/units.ts'
import { t } from '#web/i18n/t.ts'
import { Button, ChipButton, IconButton } from '#web/ui/button.tsx'
import { NumberField } from '#web/ui/fields/number-field.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'
import {
  isSameTopic,
  MAX_TAG_LENGTH,
  type OfferedTopic,
  statedHoursText,
  sumOf,
  type TopicHours,
} from './entry-topics.ts'

type TopicHoursProps = {
  tags: string[]
  parts: TopicHours
  onChange(tags: string[], parts: TopicHours): void
  offered: OfferedTopic[]
  /** Contact hours of the whole activity; `null` while unknown. */
  creditedHours: number | null
  errorMessage?: string | null
}

const MAX_TOPICS = 10

/** The topics of an activity and their hours. A single topic gets all hours unless stated otherwise. */
export function EntryTopicHoursField({
  tags,
  parts,
  onChange,
  offered,
  creditedHours,
  errorMessage,
}: TopicHoursProps) {
  const title = useId()
  const note = useId()
  const area = useRef<HTMLFieldSetElement>(null)
  // The pressed button disappears, so the focus moves to the field.
  const restoreFocus = () => area.current?.focus({ preventScroll: true })
  const chips = offered.filter(({ tag }) => !tags.some((one) => isSameTopic(one, tag)))
  const isFull = tags.length >= MAX_TOPICS
  const exceedsHours = creditedHours !== null && sumOf(parts) > hundredths(creditedHours)
  const add = (name: string) => {
    // Typed as it is offered, in the language of the page.
    const topic = offered.find(({ tag }) => isSameTopic(topicLabel(tag, t), name))?.tag ?? name
    if (!isFull && !tags.some((one) => isSameTopic(one, topic))) onChange([...tags, topic], parts)
  }
  const remove = (topic: string) =>
    onChange(
      tags.filter((one) => one !== topic),
      parts.filter((one) => one.topic !== topic),
    )
  const setHours = (topic: string, hours: number | null) =>
    onChange(tags, [
      ...parts.filter((one) => one.topic !== topic),
      ...(hours === null ? [] : [{ topic, hours }]),
    ])
  return (
    <fieldset
      ref={area}
      tabIndex={-1}
      aria-labelledby={title}
      aria-describedby={note}
      className="grid min-w-0 grid-cols-1 gap-3 outline-none"
    >
      <legend className="contents">
        <span id={title} className="font-semibold">
          {t(entryLabels.topicTags)}
        </span>
      </legend>
      {tags.length > 0 && (
        <ul aria-label={t`Topics of this course`} className="divide-y divide-line border-line border-y">
          {tags.map((topic) => (
            <li key={topic} className="flex items-end gap-2 py-2.5">
              <div className="min-w-0 flex-1">
                <NumberField
                  label={topicLabel(topic, t)}
                  value={parts.find((one) => one.topic === topic)?.hours ?? null}
                  onChange={(hours) => setHours(topic, hours)}
                  step={0.25}
                  min={0}
                  max={500}
                  unit={unitText(creditedHours)}
                  description={emptyText(
                    tags.length,
                    parts.find((one) => one.topic === topic)?.hours,
                    creditedHours,
                  )}
                />
              </div>
              <IconButton
                label={t`Remove ${topicLabel(topic, t)}`}
                icon={X}
                onPress={() => {
                  restoreFocus()
                  remove(topic)
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <div id={note} className="grid gap-1 text-sm empty:hidden">
        {exceedsHours || errorMessage ? (
          <p role="alert" className="font-semibold text-expired">
            {exceedsHours ? statedHoursText(parts, creditedHours) : errorMessage}
          </p>
        ) : (
          tags.length > 1 && <p className="text-muted">{statedHoursText(parts, creditedHours)}</p>
        )}
      </div>
      {chips.length > 0 && !isFull && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">{t`Topics to choose from`}</legend>
          {chips.map(({ tag, note: left }) => (
            <ChipButton
              key={tag}
              isOn={false}
              onPress={() => {
                restoreFocus()
                add(tag)
              }}
            >
              {topicLabel(tag, t)}
              {left && <span className="text-muted text-sm">{` ${left}`}</span>}
            </ChipButton>
          ))}
        </fieldset>
      )}
      {isFull ? (
        <p className="text-muted text-sm">{t`You can add at most ${MAX_TOPICS} topics.`}</p>
      ) : (
        <OtherTopic onAdd={add} />
      )}
    </fieldset>
  )
}

function OtherTopic({ onAdd }: { onAdd(topic: string): void }) {
  const [text, setText] = useState('')
  const add = () => {
    if (text.trim() !== '') onAdd(text.trim())
    setText('')
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Enter in the one input adds the topic and does not send the form
    <div
      className="flex items-end gap-2 sm:max-w-md"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        add()
      }}
    >
      <TextField
        label={t`Another topic`}
        isRequired={false}
        value={text}
        onChange={setText}
        maxLength={MAX_TAG_LENGTH}
        onBlur={add}
      />
      <Button onPress={add} isDisabled={text.trim() === ''}>{t`Add`}</Button>
    </div>
  )
}

const unitText = (creditedHours: number | null) =>
  creditedHours === null ? t`hours` : t`of ${hoursText(creditedHours, t)}`

function emptyText(
  count: number,
  hours: number | null | undefined,
  creditedHours: number | null,
): string | undefined {
  if (hours !== null && hours !== undefined) return undefined
  if (count > 1) return t`Without hours, it does not count toward required topic hours.`
  return creditedHours === null
    ? t`Leave blank if the whole course was on this topic.`
    : t`Leave blank if all ${hoursText(creditedHours, t)} were on this topic.`
}

import { X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { hoursText } from '#shared/ceu/ceu-text.ts'
import { hundredths } from '#shared/ceu/units.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { ChipButton } from '#web/ui/chip-button.tsx'
import { NumberField } from '#web/ui/number-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

export type OfferedTopic = { tag: string; note: string | null }
export type TopicParts = { topic: string; hours: number | null }[]

type TopicHoursProps = {
  tags: string[]
  parts: TopicParts
  onChange(tags: string[], parts: TopicParts): void
  offered: OfferedTopic[]
  /** Of the whole activity, once it is known. */
  worth: number | null
  errorMessage?: string | null
}

const MAX_TOPICS = 10
const MAX_TAG = 50
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** Which topics it was on, and how many of its hours each had; a single one has them all unless she says less. */
export function TopicHoursField({ tags, parts, onChange, offered, worth, errorMessage }: TopicHoursProps) {
  const title = useId()
  const note = useId()
  const area = useRef<HTMLFieldSetElement>(null)
  // What was pressed is about to go; the focus stays with the topics.
  const stay = () => area.current?.focus({ preventScroll: true })
  const chips = offered.filter(({ tag }) => !tags.some((one) => same(one, tag)))
  const isFull = tags.length >= MAX_TOPICS
  const isTooMuch = worth !== null && sumOf(parts) > hundredths(worth)
  const add = (topic: string) => {
    if (!isFull && !tags.some((one) => same(one, topic))) onChange([...tags, topic], parts)
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
          Topics
        </span>
      </legend>
      {tags.length > 0 && (
        <ul aria-label="Its topics" className="divide-y divide-line border-line border-y">
          {tags.map((topic) => (
            <li key={topic} className="flex items-end gap-2 py-2.5">
              <div className="min-w-0 flex-1">
                <NumberField
                  label={topic}
                  value={parts.find((one) => one.topic === topic)?.hours ?? null}
                  onChange={(hours) => setHours(topic, hours)}
                  step={0.25}
                  min={0}
                  max={500}
                  unit={unitText(worth)}
                  description={emptyText(tags.length, parts.find((one) => one.topic === topic)?.hours, worth)}
                />
              </div>
              <IconButton
                label={`Remove ${topic}`}
                icon={X}
                onPress={() => {
                  stay()
                  remove(topic)
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <div id={note} className="grid gap-1 text-sm empty:hidden">
        {isTooMuch || errorMessage ? (
          <p role="alert" className="font-semibold text-expired">
            {isTooMuch ? givenText(parts, worth) : errorMessage}
          </p>
        ) : (
          tags.length > 1 && <p className="text-muted">{givenText(parts, worth)}</p>
        )}
      </div>
      {chips.length > 0 && !isFull && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Topics to choose from</legend>
          {chips.map(({ tag, note: left }) => (
            <ChipButton
              key={tag}
              isOn={false}
              onPress={() => {
                stay()
                add(tag)
              }}
            >
              {tag}
              {left && <span className="ml-1.5 text-muted text-sm">{left}</span>}
            </ChipButton>
          ))}
        </fieldset>
      )}
      {isFull ? (
        <p className="text-muted text-sm">{`That is the most there can be: ${MAX_TOPICS}.`}</p>
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
        label="Another topic"
        isRequired={false}
        value={text}
        onChange={setText}
        maxLength={MAX_TAG}
        onBlur={add}
      />
      <Button onPress={add} isDisabled={text.trim() === ''}>
        Add
      </Button>
    </div>
  )
}

const unitText = (worth: number | null) => (worth === null ? 'hours' : `of ${hoursText(worth)}`)

function emptyText(
  count: number,
  hours: number | null | undefined,
  worth: number | null,
): string | undefined {
  if (hours !== null && hours !== undefined) return undefined
  if (count > 1) return 'Left empty, it counts for no topic by the hour.'
  return worth === null
    ? 'Left empty, all of it was on this.'
    : `Left empty, all ${hoursText(worth)} were on this.`
}

const sumOf = (parts: TopicParts) => parts.reduce((total, { hours }) => total + hundredths(hours ?? 0), 0)

/** "2 of the 5 hours are given to topics." */
export function givenText(parts: TopicParts, worth: number | null): string {
  const sum = sumOf(parts) / 100
  if (worth === null) return `${hoursText(sum)} given to topics.`
  const left = (hundredths(worth) - hundredths(sum)) / 100
  if (left < 0)
    return `That is ${hoursText(-left)} more than the ${hoursText(worth)} it has: topics are a part of them.`
  return `${sum} of the ${hoursText(worth)} ${worth === 1 ? 'is' : 'are'} given to topics.`
}

/** Chips: what her cycles still miss first, then what they ask for at all, then what she used before. */
export function offeredTopics(
  cycles: readonly {
    topics: { topic: string; hours: number | null; tags: string[] }[]
    topicsCompleted: { topic: string; hours: number; isMet: boolean }[]
  }[],
  before: readonly string[],
): OfferedTopic[] {
  const asked = cycles.flatMap(({ topics, topicsCompleted }) => {
    const missing = topics.flatMap(({ topic, hours, tags }, at) => {
      const done = topicsCompleted[at]
      const tag = [...tags, topic].find((name) => [...name].length <= MAX_TAG)
      if (tag === undefined) return []
      if (done?.isMet) return { tag, note: null }
      return { tag, note: hours === null ? 'missing' : leftText(hours, done?.hours ?? 0) }
    })
    return missing
      .filter(({ note }) => note !== null)
      .map((one, turn) => ({ ...one, turn }))
      .concat(
        missing.filter(({ note }) => note === null).map((one) => ({ ...one, turn: Number.MAX_SAFE_INTEGER })),
      )
  })
  // By turns: a cycle with thirty topics would leave no room for those of the others.
  const inTurns = asked.sort((a, b) => a.turn - b.turn).map(({ tag, note }) => ({ tag, note }))
  const all = [...inTurns, ...before.map((tag) => ({ tag, note: null }))]
  return all.filter(({ tag }, at) => all.findIndex((one) => same(one.tag, tag)) === at).slice(0, 14)
}

const leftText = (asked: number, done: number) =>
  `${hoursText((hundredths(asked) - hundredths(done)) / 100)} left`

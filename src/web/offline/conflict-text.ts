import { entryLabels, hoursText, topicLabel } from '#shared/ceu/ceu-text.ts'
import { type EntryKind, entryKindNames } from '#shared/ceu/kinds.ts'
import { type Unit, unitNames } from '#shared/ceu/units.ts'
import { textOf } from '#shared/credentials/details.ts'
import { credentialDisplay, type FieldDisplay } from '#shared/credentials/field-display.ts'
import { plural } from '#shared/i18n/translate.ts'
import { t } from '#web/i18n/t.ts'

/** How a date is written for the owner, and the name of a CE cycle. */
export type ConflictWords = { formatDate(date: string): string; cycleName(id: string): string }

const credentialFields: Record<string, FieldDisplay> = credentialDisplay
const entryFields: Record<string, string> = entryLabels

const isEntry = (path: string) => path.startsWith('/api/ceu-entries')

/** The name of a field, as in its form. A field that the owner added has its own name. */
export function fieldLabel(path: string, field: string): string {
  const label = isEntry(path) ? entryFields[field] : credentialFields[field]?.label
  return label === undefined ? field : t(label)
}

export function valueText(path: string, field: string, value: unknown, words: ConflictWords): string {
  if (value === null || value === undefined || value === '') return t`Empty`
  if (typeof value === 'boolean') return value ? t`Yes` : t`No`
  if (field === 'fileId') return t`Another document`
  if (Array.isArray(value)) {
    if (value.length === 0) return t`None`
    if (field === 'fileIds') return t`${plural(value.length, { one: '# document', other: '# documents' })}`
    return value.map((part) => partText(part, words)).join(', ')
  }
  const text = String(value)
  if (!isEntry(path)) return textOf(value, credentialFields[field]?.unit, { t, ...words })
  if (field === 'completedAt') return words.formatDate(text)
  if (field === 'cycleId') return words.cycleName(text)
  if (field === 'hours') return hoursText(Number(value), t)
  if (field === 'kind') return t(entryKindNames[text as EntryKind])
  return field === 'unit' ? t(unitNames[text as Unit][1]) : text
}

type Part =
  | string
  | { name: string; value: string }
  | { topic: string; hours: number }
  | { cycleId: string; acceptedHours: number | null }

/** One of several: a tag, a further detail, the hours of a topic, or a cycle. */
function partText(part: Part, { cycleName }: ConflictWords): string {
  if (typeof part === 'string') return part
  if ('topic' in part) return `${topicLabel(part.topic, t)}: ${hoursText(part.hours, t)}`
  if ('name' in part) return `${part.name}: ${part.value}`
  const { cycleId, acceptedHours } = part
  return acceptedHours === null
    ? cycleName(cycleId)
    : t`${cycleName(cycleId)} (accepted: ${hoursText(acceptedHours, t)})`
}

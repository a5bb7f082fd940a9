import { isCalendarDate, todayIn } from '#shared/kernel/dates.ts'
import { MAX_FREE_FIELDS } from '#shared/kernel/free-field-values.ts'
import { cleanText } from '#shared/kernel/text.ts'
import type { PlainValue } from './values.ts'

/** The outcome for one field of a document: kept in another form, or not imported. */
export type FieldNote = { field: string; outcome: 'changed' | 'left out'; reason: string }

const MAX_NOTES = 2000

const entities: Record<string, string> = {
  ...{ '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&', '&#x2f;': '/', '&#96;': '`' },
  ...{ '&#x27;': "'", '&#39;': "'" },
}

/** The original product's sanitizer escaped typed text. Lanyard escapes the same characters only on output. */
export function unescapeText(text: string): string {
  return text.replace(
    /&(?:lt|gt|quot|amp|#x2f|#x27|#39|#96);/gi,
    (each) => entities[each.toLowerCase()] ?? each,
  )
}

/**
 * Reads the fields of one document, and notes every value that could not be kept unchanged. Every field is read at most
 * once.
 */
export class FieldReader {
  readonly notes: FieldNote[] = []
  private readonly unread: Map<string, PlainValue>
  private readonly overflow: string[] = []
  private readonly timeZone: string | null

  constructor(fields: Record<string, PlainValue>, timeZone: string | null) {
    this.timeZone = timeZone
    this.unread = new Map(Object.entries(fields).filter(([, value]) => value !== null && value !== ''))
  }

  note(field: string, outcome: FieldNote['outcome'], reason: string): void {
    this.notes.push({ field, outcome, reason })
  }

  /** The first of these fields with a value, and its name. */
  take(...names: string[]): { field: string; value: PlainValue } | null {
    const field = names.find((name) => this.unread.has(name))
    if (field === undefined) return null
    const value = this.unread.get(field) ?? null
    this.unread.delete(field)
    return { field, value }
  }

  /** Text of at most `most` characters. Longer text is cut, and the notes keep it whole. */
  text(most: number, ...names: string[]): string | null {
    const taken = this.take(...names)
    if (!taken) return null
    const { field, value } = taken
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') {
      this.note(field, 'left out', 'It is not a text')
      return null
    }
    const whole = cleanText(unescapeText(String(value).toWellFormed().replaceAll('\0', '')))
    if (whole === '') return null
    const characters = [...whole]
    if (characters.length <= most) return whole
    this.overflow.push(`${field}: ${whole}`)
    this.note(field, 'changed', `It is longer than ${most} characters: the whole of it is in the notes`)
    return characters.slice(0, most).join('').trim()
  }

  /**
   * A calendar date. A Timestamp at midnight in UTC means that day, any other Timestamp the day in the owner's time
   * zone.
   */
  date(...names: string[]): string | null {
    const taken = this.take(...names)
    if (!taken) return null
    const date = dateOf(taken.value, this.timeZone)
    const isUsable = date !== null && date >= '1900-01-01' && date <= '2200-12-31'
    if (isUsable) return date
    if (typeof taken.value === 'string') this.overflow.push(`${taken.field}: ${unescapeText(taken.value)}`)
    this.note(taken.field, 'left out', 'It is not a date that can be read without guessing')
    return null
  }

  instant(...names: string[]): Date | null {
    const taken = this.take(...names)
    const at = taken && instantOf(taken.value)
    if (taken && !at) this.note(taken.field, 'left out', 'It is not a time')
    return at
  }

  /** A number with two decimals within the bounds. With `isOpen` the lower bound is excluded. */
  number(bounds: { least: number; most: number; isOpen?: boolean }, ...names: string[]): number | null {
    const taken = this.take(...names)
    if (!taken) return null
    const { field, value } = taken
    const given = typeof value === 'string' ? Number.parseFloat(value) : value
    const { least, most, isOpen = false } = bounds
    if (typeof given !== 'number' || !(given <= most) || !(isOpen ? given > least : given >= least)) {
      this.note(field, 'left out', `It is not a number ${isOpen ? 'above' : 'from'} ${least} to ${most}`)
      return null
    }
    const rounded = Number(given.toFixed(2))
    if (rounded !== given) this.note(field, 'changed', 'It was rounded to two decimals')
    return isOpen && rounded <= least ? null : rounded
  }

  /** At most ten tags of 50 characters. The notes keep the others. */
  tags(...names: string[]): string[] {
    const taken = this.take(...names)
    if (!taken) return []
    const list = Array.isArray(taken.value) ? taken.value : [taken.value]
    const texts = list.flatMap((each) => (typeof each === 'string' ? [cleanText(unescapeText(each))] : []))
    const all = [...new Set(texts.filter((each) => each !== ''))]
    const kept = all.filter((each) => [...each].length <= 50).slice(0, 10)
    const others = all.filter((each) => !kept.includes(each))
    if (others.length > 0) {
      this.overflow.push(`${taken.field}: ${others.join(', ')}`)
      this.note(
        taken.field,
        'changed',
        'Only ten tags of 50 characters are kept: the others are in the notes',
      )
    }
    if (texts.length < list.length) this.note(taken.field, 'left out', 'Some of its items are not texts')
    return kept
  }

  /** Keeps a value that matches no field in the notes. */
  keepInNotes(field: string, value: string): void {
    this.overflow.push(`${field}: ${value}`)
  }

  /** Unused fields: up to 20 short texts become free fields. The rest is left out and reported. */
  others(taken: ReadonlySet<string>): Record<string, string> {
    const own: Record<string, string> = {}
    for (const [field, value] of this.unread) {
      if (field === 'notes') continue
      this.unread.delete(field)
      const text = freeText(value)
      const reason = text === null ? 'It is not a text of at most 200 characters' : nameProblem(field, taken)
      if (text === null || reason !== null) this.note(field, 'left out', reason ?? '')
      else if (Object.keys(own).length >= MAX_FREE_FIELDS)
        this.note(field, 'left out', `The record has ${MAX_FREE_FIELDS} fields of the owner’s own already`)
      else own[field] = text
    }
    return own
  }

  /** Leaves out everything that was not read. */
  leaveOthers(): void {
    for (const field of this.unread.keys()) this.note(field, 'left out', 'There is no field for it')
    this.unread.clear()
  }

  /** The notes of the record, including values that were too long for their fields. Call it last. */
  recordNotes(): string | null {
    const own = this.text(MAX_NOTES, 'notes')
    const parts = own === null ? [] : [own]
    for (const each of this.overflow) {
      const length = [...[...parts, each].join('\n')].length
      if (length <= MAX_NOTES) parts.push(cleanText(each))
      else
        this.note(each.slice(0, each.indexOf(':')), 'left out', 'The notes have no room for the whole of it')
    }
    return parts.length === 0 ? null : parts.join('\n')
  }
}

/** Why a free field cannot have this name; `null` if it can. */
function nameProblem(field: string, taken: ReadonlySet<string>): string | null {
  if (taken.has(field)) return 'Lanyard has a field of this name, which is not imported'
  const isUsable =
    cleanText(field) === field &&
    [...field].length <= 50 &&
    !['__proto__', 'constructor', 'prototype'].includes(field)
  return isUsable ? null : 'A field of the owner’s own cannot have this name'
}

function freeText(value: PlainValue): string | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (typeof value === 'object') return null
  const text = cleanText(unescapeText(String(value).toWellFormed().replaceAll('\0', '')))
  return text !== '' && [...text].length <= 200 ? text : null
}

function instantOf(value: PlainValue): Date | null {
  const at =
    value instanceof Date
      ? value
      : typeof value === 'number' && value > 1e11
        ? new Date(value)
        : typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value)
          ? new Date(value)
          : null
  return at && !Number.isNaN(at.getTime()) ? at : null
}

function dateOf(value: PlainValue, timeZone: string | null): string | null {
  if (typeof value === 'string' && isCalendarDate(value.trim())) return value.trim()
  const at = instantOf(value)
  if (!at) return null
  return at.getTime() % 86_400_000 === 0 ? at.toISOString().slice(0, 10) : todayIn(at, timeZone)
}

import { ScanText, TriangleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { SuggestedField, Suggestion } from '#shared/reading/page.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { ChipButton } from '#web/ui/button.tsx'
import type { FieldSuggestion, FieldSuggestions } from '#web/ui/fields/field-parts.tsx'
import type { ReadFiles } from './read-file.ts'
import { checkNote, isMonthOnly, namedNote, suggestionText } from './reading-text.ts'

/** Applies one suggested value to a field of a form. */
export type ReadField = {
  suggestion: SuggestedField
  /** The field's name in the form. */
  name: string
  /** The form's value, as the suggestion would write it; empty if the field is. */
  current: string
  /** The owner changed it, or an earlier reading filled it in. */
  isChanged: boolean
  /** `isChosen`: by the owner, whose change leaving the page would lose. */
  fill(value: string, isChosen: boolean): void
}

/**
 * Fills confident suggestions into fields that nobody has changed, once, and returns what to show at each field. Typed
 * values stay; a doubtful suggestion, or one that differs from what was typed, is offered below the field.
 */
export function useReadFields(document: ReadFiles | null, fields: readonly ReadField[]): FieldSuggestions {
  const { locale } = useUser()
  /** Filled from which document: a second press of undo must not fill a field again. */
  const filledFrom = useRef<ReadFiles | null>(null)
  const filled = useRef(new Map<string, string>())
  useEffect(() => {
    if (document === null || filledFrom.current === document) return
    filledFrom.current = document
    for (const field of fields) {
      const suggestion = suggestionFor(document, field)
      const isOwn = field.isChanged && filled.current.get(field.name) !== field.current
      if (suggestion?.confidence !== 'confident' || isOwn || isBeingTyped(field)) continue
      filled.current.set(field.name, suggestion.value)
      field.fill(suggestion.value, false)
    }
  }, [document, fields])
  return Object.fromEntries(
    fields.flatMap((field): [string, FieldSuggestion][] => {
      const suggestion = suggestionFor(document, field)
      return suggestion ? [[field.name, fieldSuggestionOf(field, suggestion, locale)]] : []
    }),
  )
}

/** A date that is half typed, or a choice that is half searched, has no value yet, and would be lost. */
function isBeingTyped({ name }: ReadField): boolean {
  const focused = window.document.activeElement
  return focused?.role === 'combobox' || (focused?.matches('[type=date]') === true && name.endsWith('At'))
}

function suggestionFor(document: ReadFiles | null, { suggestion }: ReadField): Suggestion | undefined {
  return document?.suggestions.find(({ field }) => field === suggestion)
}

function fieldSuggestionOf(
  { current, fill }: ReadField,
  suggestion: Suggestion,
  locale: string | null,
): FieldSuggestion {
  const isNamed = suggestion.where.length === 0
  if (current === suggestion.value)
    return {
      note: isMonthOnly(suggestion) ? (
        <UnsureNote text={t`The card says “${suggestion.printed}” – check the day`} />
      ) : (
        <CheckNote text={isNamed ? namedNote : checkNote} />
      ),
    }
  const text = suggestionText(suggestion, locale)
  const isUnsure = suggestion.confidence !== 'confident' && current === ''
  return {
    isUnsure,
    choice: (
      <div className="flex flex-wrap items-center gap-2 text-sm">
        {isUnsure ? (
          <UnsureNote text={t`Is this right?`} />
        ) : (
          <span className="text-muted">{isNamed ? t`In the file’s name:` : t`In your file:`}</span>
        )}
        <ChipButton
          label={t`Use ${text} from your file`}
          isOn={false}
          onPress={() => fill(suggestion.value, true)}
        >
          {text}
        </ChipButton>
      </div>
    ),
  }
}

function UnsureNote({ text }: { text: string }) {
  return (
    <span className="flex items-center gap-1.5 font-semibold text-expiring">
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      {text}
    </span>
  )
}

function CheckNote({ text }: { text: string }) {
  return (
    <span className="flex items-center gap-1.5 text-accent-strong">
      <ScanText aria-hidden className="size-4 shrink-0" />
      {t(text)}
    </span>
  )
}

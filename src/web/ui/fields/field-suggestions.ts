import { createContext, type ReactNode, use } from 'react'

/** Additions of a screen to fields by name, without each form passing them on: a note, and a choice below it. */
export type FieldSuggestion = { note?: ReactNode; choice?: ReactNode }
export type FieldSuggestions = Readonly<Record<string, FieldSuggestion>>

export const FieldSuggestionsContext = createContext<FieldSuggestions>({})

export function useFieldSuggestion(name: string | undefined): FieldSuggestion | undefined {
  const suggestions = use(FieldSuggestionsContext)
  return name === undefined ? undefined : suggestions[name]
}

import { createContext, type ReactNode, use } from 'react'

/**
 * Notes and choices that a screen adds to fields by name, so that forms need not pass them on. A choice goes below its
 * field.
 */
export type FieldSuggestion = { note?: ReactNode; choice?: ReactNode }
export type FieldSuggestions = Readonly<Record<string, FieldSuggestion>>

export const FieldSuggestionsContext = createContext<FieldSuggestions>({})

export function useFieldSuggestion(name: string | undefined): FieldSuggestion | undefined {
  const suggestions = use(FieldSuggestionsContext)
  return name === undefined ? undefined : suggestions[name]
}

import { createContext, type ReactNode, use } from 'react'

/** What a screen adds to fields by their names, without each form passing it on: a note, and a choice below it. */
export type FieldMark = { note?: ReactNode; choice?: ReactNode }
export type FieldMarks = Readonly<Record<string, FieldMark>>

export const FieldMarksContext = createContext<FieldMarks>({})

export function useFieldMark(name: string | undefined): FieldMark | undefined {
  const marks = use(FieldMarksContext)
  return name === undefined ? undefined : marks[name]
}

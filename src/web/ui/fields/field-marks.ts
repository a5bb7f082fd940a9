import { createContext, type ReactNode, use } from 'react'

/** Additions of a screen to fields by name, without each form passing them on: a note, and a choice below it. */
export type FieldMark = { note?: ReactNode; choice?: ReactNode }
export type FieldMarks = Readonly<Record<string, FieldMark>>

export const FieldMarksContext = createContext<FieldMarks>({})

export function useFieldMark(name: string | undefined): FieldMark | undefined {
  const marks = use(FieldMarksContext)
  return name === undefined ? undefined : marks[name]
}

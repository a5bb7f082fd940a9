import { useEffect, useEffectEvent } from 'react'

/** Files that were dropped on another page, on their way to a form. */
let handed: readonly File[] = []

export function handFiles(files: readonly File[]): void {
  handed = files
}

/** Adds the files that were handed over to this form, once. */
export function useHandedFiles(add: (files: File[]) => void): void {
  const take = useEffectEvent(() => {
    const files = [...handed]
    handed = []
    if (files.length > 0) add(files)
  })
  useEffect(() => take(), [])
}

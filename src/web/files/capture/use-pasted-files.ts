import { useEffect, useRef } from 'react'

/** Files pasted anywhere on the screen, such as a screenshot. Pasted text stays with its field. */
export function usePastedFiles(onFiles: (files: File[]) => void): void {
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const take = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      // Behind a dialog the user would not see the added files.
      if (files.length === 0 || document.querySelector('[role=dialog],[role=alertdialog]')) return
      event.preventDefault()
      latest.current(files)
    }
    window.addEventListener('paste', take)
    return () => window.removeEventListener('paste', take)
  }, [])
}

import { useEffect, useRef, useState } from 'react'
import { Problem } from '#shared/http/errors.ts'
import { t } from '#web/i18n/t.ts'
import { openProviderWindow, type ProviderWindow, prefersProviderWindow } from './provider-window-api.ts'

/** Asks the server for the URL at the provider. */
type Begin = (popup?: string) => Promise<{ url: string }>

/** Opens a provider in a separate window, or on this page if there is no room for one or it is blocked. */
export function useProviderWindow() {
  const current = useRef<ProviderWindow | null>(null)
  const [note, setNote] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => () => current.current?.cancel(), [])

  function cancel(): void {
    current.current?.cancel()
    current.current = null
    setOpen(false)
    setNote(null)
  }

  /** Call it in the press itself. A window that is still open from an earlier press is closed. */
  function open(name: string): ProviderWindow | null {
    const isSecond = current.current !== null && !current.current.isOver()
    cancel()
    if (!prefersProviderWindow()) return null
    const opened = openProviderWindow(t`Opening ${name}…`, () => setNote(new Problem('popup_closed').message))
    current.current = opened
    setOpen(opened !== null)
    if (!opened) setNote(new Problem('popup_blocked').message)
    else if (isSecond) setNote(new Problem('popup_cancelled').message)
    else setNote(t`Continue with ${name} in the window that opened.`)
    return opened
  }

  /** Resolves to `false` when this page itself goes to the provider. */
  async function visit(opened: ProviderWindow | null, name: string, begin: Begin): Promise<boolean> {
    // A request that needed reauthentication is sent again after its window was closed.
    const used = opened?.isOver() ? open(name) : opened
    try {
      const { url } = await begin(used?.attempt)
      if (!used) {
        location.assign(url)
        return false
      }
      await used.visit(url)
      return true
    } catch (error) {
      if (!used) setNote(null)
      throw error
    } finally {
      if (used && current.current === used) cancel()
    }
  }

  return { open, visit, cancel, note, isOpen }
}

import { useSyncExternalStore } from 'react'
import { isApp } from '#web/http/phone-browser.ts'

/** Chromium's offer to install the app; `prompt` works once and only on a press. */
type InstallEvent = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

type Install = { offer: InstallEvent | null; isInstalled: boolean }
let install: Install = { offer: null, isInstalled: false }
const listeners = new Set<() => void>()

function change(next: Install): void {
  install = next
  for (const listener of listeners) listener()
}

/** The browser offers it once, soon after the page loads and before anyone asks for it. */
export function watchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    change({ ...install, offer: event as InstallEvent })
  })
  addEventListener('appinstalled', () => change({ offer: null, isInstalled: true }))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isPhone = () => matchMedia('(pointer: coarse)').matches
/**
 * Whether Lanyard is an app on this phone. On a computer, and in a browser next to the app, this is unknown. `install`
 * asks the browser; without it the owner adds the app manually. It resolves to whether they agreed.
 */
export function useInstall(): {
  isPhone: boolean
  isOnThisPhone: boolean
  install: (() => Promise<boolean>) | null
} {
  const { offer, isInstalled } = useSyncExternalStore(subscribe, () => install)
  const ask = async () => {
    const { outcome } = (await offer?.prompt()) ?? { outcome: 'dismissed' }
    change({ ...install, offer: null })
    return outcome === 'accepted'
  }
  return {
    isPhone: isPhone(),
    isOnThisPhone: isPhone() && (isInstalled || isApp()),
    install: isPhone() && offer ? ask : null,
  }
}

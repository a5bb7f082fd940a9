import { pageLanguage } from '#web/i18n/t.ts'
import { changeOfflineState } from './offline-state.ts'

/** The worker keeps the program in the language of the page that registers it. */
export const WORKER =
  pageLanguage === 'en' ? '/service-worker.js' : `/service-worker.js?language=${pageLanguage}`
const SHELL = pageLanguage === 'en' ? '/app-shell.html' : `/app-shell.${pageLanguage}.html`
const UPDATE_EVERY_MS = 3_600_000

let isRegistered = false

/** Keeps the program on this device. The development server has no worker, and would be hidden by one. */
export async function registerWorker(): Promise<void> {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV || isRegistered) return
  isRegistered = true
  navigator.serviceWorker.addEventListener('controllerchange', () => void offerUpdate())
  const registration = await navigator.serviceWorker.register(WORKER)
  void navigator.serviceWorker.ready.then(keepLoadedProgram)
  setInterval(() => void registration.update().catch(() => {}), UPDATE_EVERY_MS)
}

/**
 * Files that this page loaded before there was a worker, such as the PDF reader: the worker caches them when they are
 * requested again.
 */
export async function keepLoadedProgram(): Promise<void> {
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name))
  const files = loaded.filter(
    ({ origin, pathname }) => origin === location.origin && /^\/assets\/.*\.m?js$/.test(pathname),
  )
  await Promise.all(files.map((file) => fetch(file).catch(() => null)))
}

/** An open page keeps its version until the owner requests the new one. */
async function offerUpdate(): Promise<void> {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  const shell = await fetch(SHELL, { cache: 'no-store', credentials: 'omit' }).catch(() => null)
  if (!entry || !shell?.ok) return
  const isCurrent = (await shell.text()).includes(new URL(entry.src).pathname)
  if (!isCurrent) changeOfflineState({ update: () => location.reload() })
}

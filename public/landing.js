// The landing page is complete without the web app: its links are pages of their own. The first touch, key or movement of
// the pointer loads the files of the page to sign in. The app itself starts where the operator's settings change what the
// page shows, and where this browser keeps a vault.
const { entry, files, defaults } = document.currentScript.dataset
const events = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'scroll']

function prepare() {
  for (const name of events) removeEventListener(name, prepare)
  for (const href of [entry, ...files.split(' ')])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
}

function isComplete() {
  const { confirmsEmail: _, ...site } = JSON.parse(document.querySelector('meta[name="lanyard-site"]').content)
  const known = JSON.parse(defaults)
  const isDefault = ([name, value]) => JSON.stringify(value) === JSON.stringify(known[name])
  return Object.entries(site).every(isDefault) && !keepsVault()
}

function keepsVault() {
  try {
    return localStorage.getItem('lanyard-offline') !== null
  } catch {
    return false
  }
}

if (isComplete()) for (const name of events) addEventListener(name, prepare, { passive: true })
else import(entry)

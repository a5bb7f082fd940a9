// The landing page can be read without the web app, which loads with the first touch, key or movement of the pointer, or
// at once where the operator's settings change what the page shows.
const { entry, defaults } = document.currentScript.dataset
const events = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'scroll']

function start() {
  for (const name of events) removeEventListener(name, start)
  import(entry)
}

function isDefault() {
  const { confirmsEmail: _, ...site } = JSON.parse(document.querySelector('meta[name="lanyard-site"]').content)
  const known = JSON.parse(defaults)
  return Object.entries(site).every(([name, value]) => JSON.stringify(value) === JSON.stringify(known[name]))
}

if (!isDefault()) start()
else for (const name of events) addEventListener(name, start, { once: true, passive: true })

// The page of the API: Redoc, without what it would tell its makers (the policy of the page forbids that, too).
import { init } from './redoc.js'

const dark = matchMedia('(prefers-color-scheme: dark)')
const show = () => document.documentElement.classList.toggle('dark', dark.matches)
show()
dark.addEventListener('change', show)

init(
  '/api/openapi.json',
  { disableTelemetry: true, router: 'hash', hideDownloadButtons: true, showPageActions: false },
  document.getElementById('api'),
)

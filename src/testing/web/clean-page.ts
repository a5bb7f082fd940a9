import { options } from 'preact'
import { beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'

// As in `src/web/main.tsx`.
options.requestAnimationFrame = queueMicrotask

// All files of a worker share one page, but the renderer cleans up only for the file that loads it first.
beforeEach(async () => {
  await cleanup()
  localStorage.clear()
  sessionStorage.clear()
})

import { options } from 'preact'
import { beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'

// Effects run at once: what a test renders has sent its requests, even while timers are fake.
options.requestAnimationFrame = queueMicrotask

// All files of a worker share one page, but the renderer cleans up only for the file that loads it first.
beforeEach(async () => {
  await cleanup()
  localStorage.clear()
  sessionStorage.clear()
})

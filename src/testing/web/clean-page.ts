import { beforeEach } from 'vitest'
import { cleanup } from 'vitest-browser-react'

// All files of a worker share one page, but the renderer cleans up only for the file that loads it first.
beforeEach(async () => {
  await cleanup()
  localStorage.clear()
  sessionStorage.clear()
})

// Loaded first by what `npm start` and `npm run dev` leave running. A shell stands between npm and us that passes no
// signal on: when npm is stopped, all we see is that our parent is gone. Then we stop in order, and orphan nothing.
import { isMainThread } from 'node:worker_threads'

const parent = process.ppid

if (isMainThread && process.env.npm_lifecycle_event && process.platform !== 'win32') {
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}

// Loaded first by `npm start` and `npm run dev`. npm starts both through a shell that forwards no signals, so when npm
// is stopped, the only sign is that the parent process is gone. They then shut down cleanly and leave no orphans.
import { isMainThread } from 'node:worker_threads'

const parent = process.ppid

if (isMainThread && process.env.npm_lifecycle_event && process.platform !== 'win32') {
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}

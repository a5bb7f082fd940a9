// The limit of a server with PostgreSQL, in a separate process. Inside the server it would share its memory, sockets
// and garbage collection.
import pg from 'pg'
import { createLimit } from './bench-limit.mjs'
import { answerParent } from './bench-process.mjs'

let limit

answerParent({
  openLimit({ url, connections }) {
    limit = createLimit(new pg.Pool({ connectionString: url, max: connections, pipeline: true }))
    return limit.listen()
  },
  addToLimit: ({ path, ...recorded }) => limit.add(path, recorded),
})

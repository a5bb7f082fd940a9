// The limit of a server with PostgreSQL, in a process of its own: beside the server it would share its memory, its
// sockets and its garbage.
import pg from 'pg'
import { createLimit } from './bench-limit.mjs'
import { answerParent } from './bench-process.mjs'

let limit

answerParent({
  openLimit({ url, connections }) {
    limit = createLimit(new pg.Pool({ connectionString: url, max: connections }))
    return limit.listen()
  },
  addToLimit: ({ path, ...recorded }) => limit.add(path, recorded),
})

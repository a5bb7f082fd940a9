// Typical handwritten code with Express and pg: a session by its cookie, a few checks, one statement. No audit, no
// limits, no idempotency, no search, no trash.
import { createHash, randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { answerParent } from './bench-process.mjs'

const texts = ['kind', 'title', 'type', 'state', 'issuer', 'number', 'issuedAt', 'validUntil', 'notes']
const columns = [...texts.map((name) => `"${name}" text`), 'tags text[]'].join(', ')

answerParent({
  async open({ url, folder, users }) {
    const resolve = createRequire(join(folder, 'package.json')).resolve
    const { default: express } = await import(pathToFileURL(resolve('express')).href)
    const { default: pg } = await import(pathToFileURL(resolve('pg')).href)
    const pool = new pg.Pool({ connectionString: url, max: 10 })
    await pool.query('create table sessions (token_hash text primary key, user_id uuid not null)')
    await pool.query(
      `create table credentials (id uuid primary key, user_id uuid not null, ${columns}, created_at timestamptz not null default now())`,
    )
    await pool.query('create index on credentials (user_id, title)')
    const signedIn = []
    for (let index = 0; index < users; index += 1) {
      const token = randomUUID()
      await pool.query('insert into sessions values ($1, $2)', [hashOf(token), randomUUID()])
      signedIn.push({ headers: { Cookie: `session=${token}` }, fields: {} })
    }
    const web = createApp(express, pool).listen(0, '127.0.0.1')
    await new Promise((done) => web.once('listening', done))
    return { port: web.address().port, path: '/credentials', users: signedIn }
  },
})

const hashOf = (token) => createHash('sha256').update(token).digest('hex')

function createApp(express, pool) {
  const app = express()
  app.use(express.json())
  app.use(async (request, response, next) => {
    const [, token = ''] = /session=([^;]+)/.exec(request.headers.cookie ?? '') ?? []
    const { rows } = await pool.query('select user_id from sessions where token_hash = $1', [hashOf(token)])
    if (rows.length === 0) return response.status(401).json({ error: 'Sign in first' })
    request.user = rows[0].user_id
    next()
  })
  app.get('/credentials', async (request, response) => {
    const limit = Math.min(Number(request.query.limit) || 50, 200)
    const listed = 'select * from credentials where user_id = $1 order by title, id limit $2'
    const { rows } = await pool.query(listed, [request.user, limit])
    response.json({ items: rows })
  })
  app.post('/credentials', async (request, response) => {
    const given = request.body
    if (texts.some((name) => given[name] !== undefined && typeof given[name] !== 'string'))
      return response.status(422).json({ error: 'Give texts' })
    const names = [...texts, 'tags']
    const places = names.map((_, index) => `$${index + 3}`).join(', ')
    const { rows } = await pool.query(
      `insert into credentials (id, user_id, ${names.map((name) => `"${name}"`).join(', ')}) values ($1, $2, ${places}) returning *`,
      [randomUUID(), request.user, ...names.map((name) => given[name] ?? null)],
    )
    response.status(201).json(rows[0])
  })
  return app
}

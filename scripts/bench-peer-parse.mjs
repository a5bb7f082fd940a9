// Parse Server on PostgreSQL: a class of records that only their owner may read. Runs either with default settings, or
// with Lanyard's promises: the session is read for each request, each write has an audit object, and a repeated request
// is executed once.

import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { answerParent } from './bench-process.mjs'

const appId = 'bench'

answerParent({
  async open({ url, folder, users, hasSamePromises }) {
    const resolve = createRequire(join(folder, 'package.json')).resolve
    const load = async (name) => {
      const loaded = await import(pathToFileURL(resolve(name)).href)
      return loaded.default ?? loaded
    }
    const { NullCacheAdapter, ParseServer } = await load('parse-server')
    const express = await load('express')
    const app = express()
    const web = createServer(app)
    await new Promise((done) => web.listen(0, '127.0.0.1', done))
    const { port } = web.address()
    const host = new URL(url).searchParams.get('host')
    const serverURL = `http://127.0.0.1:${port}/parse`
    const server = new ParseServer({
      ...{ appId, masterKey: 'the key of a bench', serverURL, databaseURI: url },
      // If PostgreSQL has only a socket, the folder is a parameter of its URL. Parse Server does not read that
      // parameter.
      ...(host ? { databaseOptions: { host } } : {}),
      ...{ allowClientClassCreation: true, logLevel: 'error', silent: true, logsFolder: null },
      ...(hasSamePromises && {
        cacheAdapter: new NullCacheAdapter(),
        cloud: auditWrites,
        idempotencyOptions: { paths: ['classes/.*'], ttl: 86_400 },
      }),
    })
    await server.start()
    app.use('/parse', server.app)
    const key = hasSamePromises ? { 'X-Parse-Request-Id': '{key}' } : {}
    const signedIn = []
    for (let index = 0; index < users; index += 1) {
      const answer = await fetch(`${serverURL}/users`, {
        method: 'POST',
        headers: { 'X-Parse-Application-Id': appId, 'Content-Type': 'application/json' },
        body: JSON.stringify({ username: `nurse${index}`, password: 'violet tractor moon 41' }),
      })
      const { objectId, sessionToken } = await answer.json()
      signedIn.push({
        id: objectId,
        headers: { 'X-Parse-Application-Id': appId, 'X-Parse-Session-Token': sessionToken, ...key },
        fields: { ACL: { [objectId]: { read: true, write: true } } },
      })
    }
    return { port, path: '/parse/classes/Credential', users: signedIn }
  },
})

/** As Cloud Code: one object for each write. Only the server can read it. */
function auditWrites(Parse) {
  const audit =
    (action) =>
    async ({ object, user }) => {
      const record = new Parse.Object('Audit', { action, resourceId: object.id, owner: user.id })
      record.setACL(new Parse.ACL())
      await record.save(null, { useMasterKey: true })
    }
  for (const className of ['Credential', 'Entry']) {
    Parse.Cloud.afterSave(className, audit('saved'))
    Parse.Cloud.afterDelete(className, audit('deleted'))
  }
}

import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app'
import { type Auth, connectAuthEmulator, initializeAuth, inMemoryPersistence } from 'firebase/auth'
import { afterAll, afterEach } from 'vitest'
import type { Listening } from './listening.ts'

type FirebaseClient = { app: FirebaseApp; auth: Auth; close(): Promise<void> }

let opened = 0

/** The real client of Firebase Authentication, connected to a server on loopback as to an emulator. */
export function openFirebaseClient({ port }: Pick<Listening, 'port'>, apiKey = 'any key'): FirebaseClient {
  const options = { apiKey, projectId: 'lanyard', authDomain: 'localhost', storageBucket: 'lanyard' }
  const app = initializeApp(options, `client ${++opened}`)
  const auth = initializeAuth(app, { persistence: inMemoryPersistence })
  connectAuthEmulator(auth, `http://localhost:${port}`, { disableWarnings: true })
  return { app, auth, close: () => deleteApp(app) }
}

/** Opens clients of this server. They end after each test; the server ends after all tests. */
export function firebaseClients(server: Listening): (apiKey?: string) => Auth {
  const clients: FirebaseClient[] = []
  afterEach(() => Promise.all(clients.splice(0).map((client) => client.close())))
  afterAll(() => server.close())
  return (apiKey) => {
    const client = openFirebaseClient(server, apiKey)
    clients.push(client)
    return client.auth
  }
}

/** The code with which a call of the client was refused. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'none'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

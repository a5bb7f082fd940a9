import { deleteApp, initializeApp } from 'firebase/app'
import { connectStorageEmulator, type FirebaseStorage, getStorage } from 'firebase/storage'
import { afterEach } from 'vitest'
import type { Listening } from './listening.ts'

export const testBucket = 'lanyard.appspot.com'

let count = 0
const apps: ReturnType<typeof initializeApp>[] = []

/** The client of Firebase Storage, at a server in this process, with an ID token or without one. */
export function openStorageClient(
  { port }: Pick<Listening, 'port'>,
  idToken?: string,
  storageBucket = testBucket,
): FirebaseStorage {
  const app = initializeApp({ projectId: 'lanyard', storageBucket }, `storage-${++count}`)
  apps.push(app)
  const storage = getStorage(app)
  connectStorageEmulator(storage, 'localhost', port, idToken === undefined ? {} : { mockUserToken: idToken })
  return storage
}

/** Closes the clients of each test of the calling file. */
export function closeStorageClients(): void {
  afterEach(async () => {
    for (const app of apps.splice(0)) await deleteApp(app)
  })
}

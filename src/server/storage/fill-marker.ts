import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type FillMarker, fillMarker } from '#server/db/fill-marker.ts'
import type { Storage } from './storage.ts'

const markKey = 'unfinished/restore'

export async function findStorageMark(storage: Storage): Promise<FillMarker | null> {
  const bytes = await storage.read(markKey)
  return bytes && fillMarker.parse(JSON.parse(await text(bytes)))
}

export async function putStorageMark(storage: Storage, value: FillMarker): Promise<void> {
  await storage.write(markKey, Readable.from([Buffer.from(JSON.stringify(value))]), { maxBytes: 10_000 })
}

export async function removeStorageMark(storage: Storage): Promise<void> {
  await storage.remove(markKey)
}

import type { File as StoredFile } from '#shared/files/file.ts'
import { type Device, listNames, write } from './database.ts'
import { openBytes, openJson, sealBytes, sealJson, tellTabs } from './device.ts'
import { bytesOf } from './outbox-store.ts'

/**
 * A document that the owner keeps on this device. `keptBytes` is its size there: for a picture, that of its preview.
 */
export type KeptFile = { file: StoredFile; keptBytes: number; mimeType: string }

const nameOf = (id: string) => `kept ${id}`

export async function keepFile(device: Device, file: StoredFile, bytes: Blob): Promise<void> {
  const { id } = file
  const kept: KeptFile = { file, keptBytes: bytes.size, mimeType: bytes.type }
  await write(device.ownerId, {
    put: [
      [nameOf(id), await sealJson(device, nameOf(id), kept)],
      [bytesOf(id), await sealBytes(device, bytesOf(id), await bytes.arrayBuffer())],
    ],
  })
  tellTabs()
}

export async function removeKeptFile(device: Device, id: string): Promise<void> {
  await write(device.ownerId, { remove: [nameOf(id), bytesOf(id)] })
  tellTabs()
}

export function findKeptFile(device: Device, id: string): Promise<KeptFile | null> {
  return openJson<KeptFile>(device, nameOf(id))
}

export async function listKeptFiles(device: Device): Promise<KeptFile[]> {
  const names = await listNames('kept ')
  const files = await Promise.all(names.map((name) => openJson<KeptFile>(device, name)))
  return files.filter((file) => file !== null)
}

/** The bytes of a kept document, or of one that is queued. */
export async function findBytes(device: Device, id: string, mimeType: string): Promise<Blob | null> {
  const bytes = await openBytes(device, bytesOf(id))
  return bytes && new Blob([bytes], { type: mimeType })
}

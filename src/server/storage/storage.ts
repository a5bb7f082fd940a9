import type { Readable } from 'node:stream'
import type { Owner } from '#server/users/owner.ts'

/** What was written, measured while it was streamed. */
export type Stored = { size: number; sha256: string }

export type WriteOptions = {
  maxBytes: number
  /** Whose file it is: where files are encrypted, by this owner's key. */
  owner?: Owner
}

/**
 * Object storage: a folder on disk, or any store of bytes by key. Keys are made by the server (`[a-z0-9./-]`), never
 * taken from a client.
 */
export type Storage = {
  /** What the key of a new file ends with. */
  keySuffix: string
  /**
   * Streams `bytes` to `key`; whole and durable when it resolves, absent when it rejects. Rejects with
   * `Problem('file_too_large')` past `maxBytes` and `Problem('storage_full')` when the disk is full.
   */
  write(key: string, bytes: Readable, options: WriteOptions): Promise<Stored>
  /**
   * Bytes `start` to `end`, both inclusive, or all of them; `null` when the key is not there. Rejects, or breaks off,
   * with `Problem('file_bytes_missing')` where they were encrypted and are not those that were written.
   */
  read(key: string, range?: { start: number; end: number }): Promise<Readable | null>
  /** Size in bytes, or `null` when the key is not there. */
  size(key: string): Promise<number | null>
  /** A missing key is not an error. */
  remove(key: string): Promise<void>
  /** Every key that begins with `prefix`, with the instant it was written. */
  list(prefix: string): AsyncIterable<{ key: string; writtenAt: Date }>
  /** Rejects when the store cannot be reached or written. */
  check(): Promise<void>
}

/** Throws for a key that could leave the storage folder: no `..`, no absolute path, no hidden name. */
export function checkKey(key: string): string {
  if (!isKey(key)) throw new Error('This is not a storage key')
  return key
}

export function isKey(key: string): boolean {
  return key.length <= 200 && key.split('/').every((segment) => /^[a-z0-9][a-z0-9.-]*$/.test(segment))
}

import { openAsBlob, statSync } from 'node:fs'
import { CommandError } from './command-error.mjs'

/** As much as the server takes. */
const MOST_BYTES = 25 * 1024 * 1024

/** The bytes of a file. Throws an error about the file before anything is sent. */
export async function openUpload(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  if (!found) throw new CommandError(`There is no file ${path}.`)
  if (!found.isFile()) throw new CommandError(`${path} is not a file.`)
  if (found.size === 0) throw new CommandError(`${path} is empty.`)
  if (found.size > MOST_BYTES)
    throw new CommandError(`${path} is larger than 25 MB (${(found.size / 1024 / 1024).toFixed(1)} MB).`)
  return openAsBlob(path).catch(() => {
    throw new CommandError(`${path} cannot be read.`)
  })
}

import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CommandError } from './command-error.mjs'

/**
 * Saves a ZIP under the name that it comes with, or as `given`. It takes its name only when it is complete. Resolves to
 * its path and size; to `null` where it went to standard output.
 */
export async function saveExport(response, given, isForced) {
  const body = Readable.fromWeb(response.body)
  if (given === '-') {
    await pipeline(body, process.stdout, { end: false })
    return null
  }
  const path = resolve(given ?? nameOf(response))
  if (existsSync(path) && !isForced) {
    body.destroy()
    throw new CommandError(`${path} is already there. Use --force to replace it.`)
  }
  if (!existsSync(dirname(path))) {
    body.destroy()
    throw new CommandError(`There is no folder ${dirname(path)}.`)
  }
  const part = `${path}.part-${process.pid}`
  const file = createWriteStream(part, { mode: 0o600, flags: 'wx' })
  try {
    await pipeline(body, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw new CommandError(`The export broke off, and nothing was saved: ${error.message}`)
  }
  renameSync(part, path)
  return { path, bytes: file.bytesWritten }
}

/** Only a name: a path from the server would choose the folder. */
function nameOf(response) {
  const [, name = ''] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? []
  return basename(name) || 'lanyard-export.zip'
}

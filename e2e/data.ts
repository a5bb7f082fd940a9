import { cpSync } from 'node:fs'
import { embeddedTemplate } from '#testing/embedded-template.ts'
import { temporaryFolder } from './server.ts'

/** A data folder in the state after a first start, which is slow. */
export async function emptyDataFolder(): Promise<ReturnType<typeof temporaryFolder>> {
  const folder = temporaryFolder()
  await copyEmptyDatabase(folder.path)
  return folder
}

/** Copies the same data into a folder, which may exist already. */
export async function copyEmptyDatabase(path: string): Promise<void> {
  cpSync(await embeddedTemplate(), path, { recursive: true })
}

import { cpSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { setup } from '#testing/global-setup.ts'
import { temporaryFolder } from './server.ts'

/** A data folder as after its first start, which takes longest: a copy of what the server's own tests start from. */
export async function emptyVaults(): Promise<ReturnType<typeof temporaryFolder>> {
  const folder = temporaryFolder()
  await putEmptyVaults(folder.path)
  return folder
}

/** The same into a folder that is there already. */
export async function putEmptyVaults(path: string): Promise<void> {
  let template = ''
  const provide = (_key: string, source: { folder: string }) => {
    template = source.folder
  }
  await setup({ name: 'embedded', provide } as unknown as TestProject)
  cpSync(template, path, { recursive: true })
}

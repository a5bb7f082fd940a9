import { readdirSync, readlinkSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Linux only: files that this process has open and whose path contains one of `parts`, including deleted ones. */
export function openFiles(parts: string[]): string[] {
  return readdirSync('/proc/self/fd')
    .map(pathBehind)
    .filter((path) => parts.some((part) => path.includes(part)))
}

function pathBehind(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return '' // the descriptor of this listing, or closed in the meantime
  }
}

/** If a file handle is collected without being closed, Node reports that as an exception that nothing can catch. */
export async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let round = 0; round < 3; round += 1) {
    collect()
    await setImmediate()
  }
}

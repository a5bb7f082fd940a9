import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type SmallDisk = {
  path: string
  /** Fills the disk completely. Call it again to use up space that was freed since. */
  fill(): void
  free(): void
  remove(): void
}

/** Whether this user may mount disks. Only root may, and in a container not always. */
export function canMountDisks(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'lanyard-disk-'))
  try {
    mountSmallDisk(folder, 1).remove()
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** An in-memory disk of this many MiB at `path`. When it is full, writes fail with ENOSPC. */
export function mountSmallDisk(path: string, mebibytes: number): SmallDisk {
  mkdirSync(path, { recursive: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0700`, 'tmpfs', path], {
    stdio: 'ignore',
  })
  const ballast = join(path, 'ballast')
  return {
    path,
    fill() {
      const file = openSync(ballast, 'a')
      try {
        for (let part = Buffer.alloc(1 << 20); ; ) {
          try {
            writeSync(file, part)
          } catch (error) {
            if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
            if (part.length === 1) return
            part = part.subarray(0, part.length >> 1)
          }
        }
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(ballast, { force: true }),
    remove: () => void execFileSync('umount', ['--lazy', path], { stdio: 'ignore' }),
  }
}

import fs from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Stream = { nfd?: number; node: unknown }
type Attributes = { mode?: number | null }
type EmscriptenModule = {
  NODEFS: {
    realPath(node: unknown): string
    stream_ops: { fsync?: (stream: Stream) => number }
    node_ops: { setattr(node: unknown, attributes: Attributes): void }
  }
}

/**
 * PGlite's file system with an `fsync` that reaches the disk. Without it PostgreSQL's `fsync = on` has no effect:
 * Emscripten's file system has no such operation, and its `fdatasync` is empty. It also gives no other user a right to
 * a file: Emscripten sets the rights of each new file itself, whatever the umask of the process.
 */
export class DurableFs extends NodeFS {
  override async init(pglite: PGlite, options: Parameters<NodeFS['init']>[1]) {
    const result = await super.init(pglite, options)
    result.emscriptenOpts.preRun?.push((module: unknown) => {
      const { NODEFS } = module as EmscriptenModule
      NODEFS.stream_ops.fsync = (stream) => {
        if (stream.nfd === undefined) syncPath(NODEFS.realPath(stream.node))
        else fs.fsyncSync(stream.nfd)
        return 0
      }
      const { setattr } = NODEFS.node_ops
      NODEFS.node_ops.setattr = (node, { mode, ...others }) =>
        setattr(node, typeof mode === 'number' ? { ...others, mode: mode & ~0o077 } : others)
    })
    return result
  }
}

/** Flushes a file's bytes, or a folder's entries, to the disk. */
export function syncPath(path: string): void {
  const descriptor = fs.openSync(path, 'r')
  try {
    fs.fsyncSync(descriptor)
  } finally {
    fs.closeSync(descriptor)
  }
}

import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'

const BWRAP = '/usr/bin/bwrap'
/** The files that a program needs to start: shared libraries and the linker's list of them. */
const system = ['/usr', '/bin', '/lib', '/lib32', '/lib64', '/etc/ld.so.cache']

/**
 * A command that runs `program` under bubblewrap: in its own namespaces, without a network, with only the system's
 * programs and `readable` visible, all read-only. `null` if bubblewrap is not installed or may not create namespaces.
 * Open file descriptors pass through. Start it as its own process group (`detached`), which detaches it from the
 * terminal and lets `kill` reach all of it while it starts.
 */
export function sandboxed(
  program: string,
  args: string[],
  readable: string[],
): { program: string; args: string[] } | null {
  if (!isAllowed()) return null
  const shown = [...system, dirname(program), ...readable].flatMap((path) => ['--ro-bind-try', path, path])
  const own = ['--unshare-all', '--die-with-parent', '--proc', '/proc', '--dev', '/dev']
  return { program: BWRAP, args: [...own, ...shown, '--', program, ...args] }
}

let allowed: boolean | undefined

/** Tried once: kernels, containers and service managers forbid namespaces in many ways. */
function isAllowed(): boolean {
  allowed ??=
    existsSync(BWRAP) &&
    spawnSync(BWRAP, ['--unshare-all', '--proc', '/proc', '--ro-bind', '/', '/', '/usr/bin/true'], {
      ...{ env: {}, stdio: 'ignore', timeout: 5000 },
    }).status === 0
  return allowed
}

import { execFile } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string

/** A clone without installed packages, on a system with fake `npm` and `apt-get` commands. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lanyard-setup-'))
  for (const path of ['package.json', 'package-lock.json', 'scripts/run.mjs', 'scripts/setup.mjs']) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    copyFileSync(path, join(folder, path))
  }
  mkdirSync(join(folder, 'bin'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function command(name: string, script: string): void {
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\necho ${name} "$*" >> asked\n${script}\n`)
  chmodSync(join(folder, 'bin', name), 0o755)
}

/** The commands that were run, and the error message if installing failed. */
async function install(): Promise<{ asked: string[]; sentence: string }> {
  const code = "const { ensureInstalled } = await import('./scripts/setup.mjs'); await ensureInstalled()"
  // Only the fake commands, and the commands that a shell script needs.
  const env = { PATH: `${join(folder, 'bin')}:/bin` }
  const sentence = await promisify(execFile)(process.execPath, ['-e', code], { cwd: folder, env }).then(
    () => '',
    (error: { stderr: string }) => /SetupError: (.*)/.exec(error.stderr)?.[1] ?? error.stderr,
  )
  return { asked: readFileSync(join(folder, 'asked'), 'utf8').trim().split('\n'), sentence }
}

const theirs = 'ci --include=dev --include=optional --no-audit --no-fund --loglevel=error'
const works = 'mkdir -p node_modules/.bin && : > node_modules/.bin/node'
const broken = `
echo 'npm error code 127' >&2
echo 'npm error path /clone/node_modules/esbuild' >&2
echo 'npm error command failed' >&2
echo 'npm error command sh -c node install.js' >&2
echo 'npm error node: error while loading shared libraries: libatomic.so.1: cannot open shared object file' >&2
exit 127`

test('reports the line of npm’s output that explains the failure', async () => {
  command('npm', broken.replace('libatomic', 'libother'))
  const { asked, sentence } = await install()
  expect(asked).toEqual([`npm ${theirs}`])
  expect(sentence).toBe(
    'The packages could not be installed (npm: node: error while loading shared libraries: libother.so.1: cannot open shared object file): mend that and start again.',
  )
})

test('installs the library that the pinned Node needs, or says what to install', async () => {
  command('npm', `[ -e library ] || { ${broken}; }\n${works}`)
  command('apt-get', 'case "$*" in install*libatomic1) : > library;; esac')
  const { asked, sentence } = await install()
  // Only root can install Debian packages.
  if (process.getuid?.() === 0) {
    const aptGet = ['apt-get update -qq', 'apt-get install -y -qq --no-install-recommends libatomic1']
    expect(asked).toEqual([`npm ${theirs}`, ...aptGet, `npm ${theirs}`])
    expect(sentence).toBe('')
  } else {
    expect(asked).toEqual([`npm ${theirs}`])
    expect(sentence).toMatch(
      /^Node [\d.]+ needs the library libatomic\.so\.1 \(Debian's package libatomic1\)/,
    )
  }
})

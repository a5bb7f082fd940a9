import { useRef, useState } from 'react'
import type { KnownDocument } from '#shared/checks/contract.ts'
import { fetchPublicKey, findKnownDocument } from './api.ts'
import { CannotCheck, type CheckResult, checkFile, MAX_CHECKED_BYTES } from './check-file.ts'

type Checked = CheckResult | { result: 'impossible'; because: 'browser' | 'too-large' | 'unreadable' }
/** What the installation answers about the code of an unchanged file. */
export type CodeAnswer =
  | { state: 'asking' }
  | { state: 'failed' }
  | { state: 'answered'; known: KnownDocument | null }

export type FileCheckState =
  | { step: 'none' }
  | { step: 'checking'; name: string; share: number }
  | { step: 'failed'; file: File; problem: unknown }
  | { step: 'checked'; name: string; checked: Checked; answer: CodeAnswer }

/** Checks one file at a time; choosing another one drops the one before. */
export function useFileCheck() {
  const [state, setState] = useState<FileCheckState>({ step: 'none' })
  const latest = useRef(0)

  async function check(file: File) {
    latest.current += 1
    const run = latest.current
    const show = (next: FileCheckState) => {
      if (run === latest.current) setState(next)
    }
    const { name } = file
    const done = (checked: Checked, answer: CodeAnswer = { state: 'asking' }) =>
      show({ step: 'checked', name, checked, answer })
    if (file.size > MAX_CHECKED_BYTES) return done({ result: 'impossible', because: 'too-large' })
    show({ step: 'checking', name, share: 0 })
    const key = await fetchPublicKey().catch((problem: unknown) => {
      show({ step: 'failed', file, problem })
      return null
    })
    if (key === null) return
    const checked = await checkFile(file, key, (share) => show({ step: 'checking', name, share })).catch(
      // Also when this device has too little memory for it, or the file was moved meanwhile.
      (error: unknown): Checked => ({
        result: 'impossible',
        because: error instanceof CannotCheck ? 'browser' : 'unreadable',
      }),
    )
    done(checked)
    if (checked.result === 'unchanged') done(checked, await askAbout(checked.statement.code))
  }

  return { state, check }
}

async function askAbout(code: string): Promise<CodeAnswer> {
  try {
    return { state: 'answered', known: await findKnownDocument(code) }
  } catch {
    return { state: 'failed' }
  }
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  loadPasswordStrength,
  MIN_LENGTH,
  type PasswordStrength,
  type PasswordVerdict,
} from '#shared/auth/password.ts'
import type { PasswordPolicy } from '#shared/auth/sign-in-methods.ts'
import { t } from '#web/i18n/t.ts'
import { passwordPolicyQuery } from './api.ts'

let loading: Promise<PasswordStrength> | undefined

type PasswordStrengthState = {
  check: PasswordStrength | null
  /** In characters, as the server requires. */
  minLength: number
  load: () => void
}

/** `load` fetches the estimator, 0.7 MB: call it when a field for a new password is first used. */
export function usePasswordStrength(): PasswordStrengthState {
  const [check, setCheck] = useState<PasswordStrength | null>(null)
  const [isUsed, setUsed] = useState(false)
  // Without it the page's own rules apply, and the server still checks.
  const { data: policy } = useQuery({ ...passwordPolicyQuery, enabled: isUsed })
  function load() {
    setUsed(true)
    if (check) return
    loading ??= loadPasswordStrength()
    loading.then(
      (loaded) => setCheck(() => loaded),
      // Without it the server still checks; the next focus tries again.
      () => {
        loading = undefined
      },
    )
  }
  return {
    check: check && ((password, personal) => strengthByPolicy(check(password, personal), password, policy)),
    minLength: policy?.minLength ?? MIN_LENGTH,
    load,
  }
}

/** A page that is older than its server has older rules: applies the server's too. */
export function strengthByPolicy(
  verdict: PasswordVerdict,
  password: string,
  policy: PasswordPolicy | undefined,
): PasswordVerdict {
  if (!policy || !verdict.isStrong) return verdict
  const { minLength, minScore } = policy
  if ([...password].length < minLength) {
    return { ...verdict, isStrong: false, problem: t`This is too short: it needs ${minLength} characters.` }
  }
  if (verdict.score < minScore) {
    const remedies = [t`Add another unrelated word or two.`]
    return { ...verdict, isStrong: false, problem: t`This is too easy to guess.`, remedies }
  }
  return verdict
}

import { useState } from 'react'
import { loadPasswordStrength, type PasswordStrength } from '#shared/account/password.ts'

let loading: Promise<PasswordStrength> | undefined

/** `load` brings the estimator, 0.7 MB: call it when a field for a new password is first used. */
export function usePasswordStrength(): { check: PasswordStrength | null; load: () => void } {
  const [check, setCheck] = useState<PasswordStrength | null>(null)
  function load() {
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
  return { check, load }
}

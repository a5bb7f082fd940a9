export type CheckResult = 'ok' | 'unreachable' | 'slow'

/** The result of the check, or a timeout after `ms`. Never rejects. */
export async function withTimeout(check: PromiseLike<unknown>, ms: number): Promise<CheckResult> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<CheckResult>((resolve) => {
    timer = setTimeout(() => resolve('slow'), ms)
  })
  const answered = Promise.resolve(check).then(
    (): CheckResult => 'ok',
    (): CheckResult => 'unreachable',
  )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}

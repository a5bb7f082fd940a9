export type Reach = 'ok' | 'unreachable' | 'slow'

/** How a check ended within `ms`. Never rejects and never takes longer. */
export async function reach(check: PromiseLike<unknown>, ms: number): Promise<Reach> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Reach>((resolve) => {
    timer = setTimeout(() => resolve('slow'), ms)
  })
  const answered = Promise.resolve(check).then(
    (): Reach => 'ok',
    (): Reach => 'unreachable',
  )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}

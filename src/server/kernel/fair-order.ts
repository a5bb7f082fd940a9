/** Who a job counts for. One job may count for several: the owner of a link, the link, and the visitor's network. */
export type FairKeys = { owner?: string; link?: string; network?: string }
type KeyKind = keyof FairKeys
type PerKind = Record<KeyKind, number>

export type FairLimits = {
  /** Running jobs in total. */
  running: number
  /** Running jobs of one key. */
  runningPer: PerKind
  /** Waiting jobs in total. */
  waiting: number
  /** Waiting jobs of one key. */
  waitingPer: PerKind
}

type Key = { name: string; kind: KeyKind; running: number; waiting: number; turn: number }
type Job<T> = { value: T; keys: Key[] }

export type FairOrder<T> = {
  /** The limit that keeps a job of these keys from waiting; `null` if it can. */
  refusal(keys: FairKeys): 'all' | KeyKind | null
  add(value: T, keys: FairKeys): void
  /** The next job to start, which counts as running until `end`. */
  next(): T | null
  end(value: T): void
  /** Forgets a job that has not started. */
  remove(value: T): boolean
  size(): { running: number; waiting: number }
}

const kinds: KeyKind[] = ['owner', 'link', 'network']

/**
 * The order of a shared queue, as pure logic without time and effects. Each key has a turn, which advances when one of
 * its jobs starts; the job whose latest turn is earliest starts next. With one key for each job that is round robin. A
 * turn is never more than one ahead of the last start, so jobs that ran while the queue was idle cost nobody anything
 * later.
 */
export function createFairOrder<T>(limits: FairLimits): FairOrder<T> {
  const keys = new Map<string, Key>()
  const waiting = new Map<T, Job<T>>()
  const running = new Map<T, Job<T>>()
  let turn = 0

  const keysOf = (given: FairKeys): Key[] =>
    kinds.flatMap((kind) => {
      const name = given[kind]
      return name === undefined ? [] : [keyOf(kind, name)]
    })
  const keyOf = (kind: KeyKind, name: string): Key =>
    keys.get(`${kind} ${name}`) ?? { name: `${kind} ${name}`, kind, running: 0, waiting: 0, turn }
  const turnOf = ({ keys }: Job<T>) => Math.max(turn, ...keys.map((key) => key.turn))
  const canStart = ({ keys }: Pick<Job<T>, 'keys'>) =>
    keys.every((key) => key.running < limits.runningPer[key.kind])
  /**
   * A key without jobs is kept while other jobs wait and it is ahead of them; otherwise each of its next jobs would
   * overtake them.
   */
  const forgetIdleKeys = () => {
    for (const [name, key] of keys)
      if (key.running + key.waiting === 0 && (waiting.size === 0 || key.turn <= turn)) keys.delete(name)
  }

  return {
    refusal(given) {
      const own = keysOf(given)
      if (waiting.size === 0 && running.size < limits.running && canStart({ keys: own })) return null
      const full = own.find((key) => key.waiting >= limits.waitingPer[key.kind])
      if (full) return full.kind
      return waiting.size >= limits.waiting ? 'all' : null
    },
    add(value, given) {
      const job = { value, keys: keysOf(given) }
      for (const key of job.keys) {
        keys.set(key.name, key)
        key.waiting += 1
      }
      waiting.set(value, job)
    },
    next() {
      if (running.size >= limits.running) return null
      let first: Job<T> | undefined
      for (const job of waiting.values())
        if (canStart(job) && (first === undefined || turnOf(job) < turnOf(first))) first = job
      if (!first) return null
      turn = turnOf(first)
      waiting.delete(first.value)
      running.set(first.value, first)
      for (const key of first.keys) {
        key.waiting -= 1
        key.running += 1
        key.turn = turn + 1
      }
      return first.value
    },
    end(value) {
      const job = running.get(value)
      if (!job) return
      running.delete(value)
      for (const key of job.keys) key.running -= 1
      forgetIdleKeys()
    },
    remove(value) {
      const job = waiting.get(value)
      if (!job) return false
      waiting.delete(value)
      for (const key of job.keys) key.waiting -= 1
      forgetIdleKeys()
      return true
    },
    size: () => ({ running: running.size, waiting: waiting.size }),
  }
}

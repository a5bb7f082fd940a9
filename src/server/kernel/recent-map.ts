/** Keeps the entries that were set last, `most` of them: for each further one the oldest is dropped. */
export class RecentMap<K, V> extends Map<K, V> {
  readonly #most: number

  constructor(most: number) {
    super()
    this.#most = most
  }

  override set(key: K, value: V): this {
    this.delete(key)
    super.set(key, value)
    const [oldest] = this.size > this.#most ? this.keys() : []
    if (oldest !== undefined) this.delete(oldest)
    return this
  }
}

/** Keeps the entries that were set last, as long as their sizes add up to `most` or less. Without `sizeOf` it counts them. */
export class RecentMap<K, V> extends Map<K, V> {
  readonly #most: number
  readonly #sizeOf: (value: V) => number
  #kept = 0

  constructor(most: number, sizeOf: (value: V) => number = () => 1) {
    super()
    this.#most = most
    this.#sizeOf = sizeOf
  }

  override set(key: K, value: V): this {
    this.delete(key)
    super.set(key, value)
    this.#kept += this.#sizeOf(value)
    for (const oldest of this.keys()) {
      if (this.#kept <= this.#most) break
      this.delete(oldest)
    }
    return this
  }

  override delete(key: K): boolean {
    const value = this.get(key)
    if (value !== undefined) this.#kept -= this.#sizeOf(value)
    return super.delete(key)
  }

  override clear(): void {
    super.clear()
    this.#kept = 0
  }
}

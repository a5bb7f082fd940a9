/** The keys of a constant that has no others than its type names. */
export function keysOf<T extends object>(constant: T): (keyof T)[] {
  return Object.keys(constant) as (keyof T)[]
}

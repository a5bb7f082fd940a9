/** Case and separators do not tell two names apart: `expires_at` is `expiresAt`. */
const plain = (name: string) => name.toLowerCase().replace(/[\s_-]/g, '')

/** What other programs call these fields. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  expiresAt: ['expiration', 'expirationdate', 'expiry', 'expirydate', 'expdate', 'validuntil', 'validthru'],
  issuedAt: ['issuedate', 'issueddate', 'dateissued', 'issuedon'],
  issuer: ['issuedby', 'issuingauthority', 'issuingbody'],
  number: ['licensenumber', 'licencenumber', 'licenseno', 'certificatenumber', 'cardnumber'],
  type: ['licensetype', 'licencetype'],
  state: ['statecode', 'licensestate'],
}

/**
 * The first of `known` names that `name` is at most two edits away from, or one where either has four letters or fewer:
 * "site" is not a typo of "state". `null` if there is none.
 */
export function nearestName(name: string, known: Iterable<string>): string | null {
  const given = plain(name)
  for (const each of known) if (otherNames[each]?.includes(given)) return each
  let nearest: { name: string; edits: number } | null = null
  for (const each of known) {
    const other = plain(each)
    const most = Math.min(given.length, other.length) <= 4 ? 1 : 2
    if (Math.abs(given.length - other.length) > most) continue
    const edits = editsBetween(given, other)
    if (edits <= most && edits < (nearest?.edits ?? 3)) nearest = { name: each, edits }
  }
  return nearest?.name ?? null
}

/** Letters added, left out or replaced, and neighbors exchanged: the optimal string alignment distance. */
export function editsBetween(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1]
      const isExchanged = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        isExchanged ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    before = row
    row = next
  }
  return row[other.length] ?? 0
}

const errorResponse = 0x45
const header = 5

/**
 * Tells whether an answer of the wire protocol holds an error after which PostgreSQL would have ended its process (a
 * full disk while committing, say). PGlite carries on with what is left in memory, and fails from then on.
 */
export function holdsPanic(answer: Uint8Array): boolean {
  const view = new DataView(answer.buffer, answer.byteOffset, answer.byteLength)
  let start = 0
  while (start + header <= answer.length) {
    const end = start + 1 + view.getUint32(start + 1)
    if (answer[start] === errorResponse && isPanic(answer.subarray(start + header, end))) return true
    start = end
  }
  return false
}

/** The fields of an error are a letter and a text each, ended by a zero; V is the severity in English. */
function isPanic(fields: Uint8Array): boolean {
  const severity = new TextDecoder()
    .decode(fields)
    .split('\0')
    .find((field) => field.startsWith('V'))
  return severity === 'VPANIC' || severity === 'VFATAL'
}

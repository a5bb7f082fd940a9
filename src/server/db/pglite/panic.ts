const errorResponse = 0x45
const header = 5

/**
 * Whether a response of the wire protocol contains an error after which PostgreSQL would have ended its process, for
 * example a full disk during a commit. PGlite continues with the data in memory, and fails from then on.
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

/** An error's fields are a letter and a zero-terminated text each; V is the severity in English. */
function isPanic(fields: Uint8Array): boolean {
  const severity = new TextDecoder()
    .decode(fields)
    .split('\0')
    .find((field) => field.startsWith('V'))
  return severity === 'VPANIC' || severity === 'VFATAL'
}

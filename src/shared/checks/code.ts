/** Crockford's base32: no letter that looks like a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 28

/** 28 characters, of which each takes five bits of a random byte or of a digest: 140 bits. */
export function codeFrom(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, LENGTH), (byte) => alphabet[byte & 31]).join('')
}

/** "7K3Q-M2XA-…", as a person types it. */
export function codeText(code: string): string {
  return code.replace(/.{4}(?=.)/g, '$&-')
}

/** The code in what somebody typed from a printed page, or `null`. */
export function readCode(typed: string): string | null {
  const code = typed
    .replace(/^\s*(code|código)[\s:]+/i, '')
    .toUpperCase()
    .replace(/[\s\u2010-\u2015-]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
  return code.length === LENGTH && [...code].every((each) => alphabet.includes(each)) ? code : null
}

import { findStatement, MAX_TAIL_BYTES, type Statement, statementAtEnd } from '#shared/checks/statement.ts'

/** The browser hashes a file in one piece, in memory. Larger ones are checked with docs/checking-a-file.md. */
export const MAX_CHECKED_BYTES = 256 * 1024 ** 2
const SLICE_BYTES = 4 * 1024 ** 2

/**
 * `unchanged`: exactly what this installation made and signed. `changed`: it carries a statement of this installation
 * that is not about these bytes. `unknown`: it carries none, or one of another installation.
 */
export type CheckResult =
  | { result: 'unchanged'; statement: Statement }
  | { result: 'changed' }
  | { result: 'unknown'; because: 'no-statement' | 'other-installation' }
export type ProgressListener = (share: number) => void

/** Hashes or verifies nothing: the page is not from https, or the browser is too old. */
export class CannotCheck extends Error {}

/** `publicPem` is the installation's key. The file stays in the browser. Rejects with `CannotCheck`. */
export async function checkFile(
  file: Blob,
  publicPem: string,
  onProgress: ProgressListener = () => {},
): Promise<CheckResult> {
  const key = await readKey(publicPem)
  const end = await latin1(file.slice(-MAX_TAIL_BYTES))
  const found = statementAtEnd(await latin1(file.slice(0, 4)), end, file.size)
  if (!found) {
    const inside = await findInside(file, onProgress)
    if (!inside) return { result: 'unknown', because: 'no-statement' }
    return inside.key === key.id
      ? { result: 'changed' }
      : { result: 'unknown', because: 'other-installation' }
  }
  const { claimed, signed, signature } = found
  if (claimed.key !== key.id) return { result: 'unknown', because: 'other-installation' }
  if (!(await isSigned(key.publicKey, signed, signature))) return { result: 'changed' }
  const content = await readBytes(file.slice(0, claimed.size), onProgress)
  const isSame = (await sha256(content)) === claimed.sha256
  return isSame ? { result: 'unchanged', statement: claimed } : { result: 'changed' }
}

type Key = { id: string; publicKey: CryptoKey }

async function readKey(pem: string): Promise<Key> {
  const { subtle } = globalThis.crypto
  // Undefined on a page that is neither https nor of this computer.
  if (!subtle) throw new CannotCheck()
  const der = fromBase64(pem.replace(/-----[^-]+-----|\s/g, ''))
  try {
    const publicKey = await subtle.importKey('spki', der, 'Ed25519', false, ['verify'])
    return { publicKey, id: (await sha256(der)).slice(0, 16) }
  } catch (error) {
    throw new CannotCheck('Ed25519', { cause: error })
  }
}

/** The last bits of a signature in base64 mean nothing: only zeros are accepted. */
async function isSigned(key: CryptoKey, signed: string, signature: string): Promise<boolean> {
  const bytes = fromBase64(signature)
  if (btoa(String.fromCharCode(...bytes)) !== signature) return false
  return crypto.subtle.verify('Ed25519', key, bytes, new TextEncoder().encode(signed))
}

/** The last statement anywhere in a file, read in slices. */
async function findInside(file: Blob, onProgress: ProgressListener): Promise<Statement | null> {
  let last: Statement | null = null
  for (let at = 0; at < file.size; at += SLICE_BYTES) {
    const found = findStatement(await latin1(file.slice(at, at + SLICE_BYTES + MAX_TAIL_BYTES)))
    last = found?.claimed ?? last
    onProgress(Math.min(1, (at + SLICE_BYTES) / file.size))
  }
  return last
}

async function readBytes(file: Blob, onProgress: ProgressListener): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(file.size)
  for (let at = 0; at < file.size; at += SLICE_BYTES) {
    bytes.set(new Uint8Array(await file.slice(at, at + SLICE_BYTES).arrayBuffer()), at)
    onProgress(Math.min(1, (at + SLICE_BYTES) / file.size))
  }
  return bytes
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Each byte as one character. */
async function latin1(part: Blob): Promise<string> {
  return new TextDecoder('latin1').decode(await part.arrayBuffer())
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

import { bytesText } from '#shared/kernel/bytes-text.ts'
import { t } from '#web/i18n/t.ts'

/** "3.4 MB". */
export function formatBytes(bytes: number): string {
  return bytesText(bytes, t)
}

/** Base64url without padding, as WebAuthn and push services write bytes. */
export function toBase64Url(bytes: BufferSource): string {
  const view = ArrayBuffer.isView(bytes)
    ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : new Uint8Array(bytes)
  const plain = btoa(String.fromCharCode(...view))
  return plain.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

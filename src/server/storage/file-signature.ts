import { fileTypeFromBuffer } from 'file-type'
import { hasPdfHeader } from '#shared/files/pdf-bytes.ts'

export type FileKind =
  | 'application/pdf'
  | 'image/jpeg'
  | 'image/png'
  | 'image/webp'
  | 'image/heic'
  | 'image/heif'

/** How many of a file's first bytes determine its type. */
export const HEAD_BYTES = 4100
/** The end marker of a PDF is within this many of its last bytes. */
export const TAIL_BYTES = 65_536

const kept: Record<string, FileKind> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/webp': 'image/webp',
}

/** The type by the first bytes; `null` for types that Lanyard does not accept. */
export async function kindOf(head: Buffer): Promise<FileKind | null> {
  if (head.toString('latin1', 4, 8) === 'ftyp') return heifKind(head)
  const found = await fileTypeFromBuffer(head)
  if (found && found.mime !== 'application/pdf') return kept[found.mime] ?? null
  return hasPdfHeader(head) ? 'application/pdf' : null
}

/** By the brands of the `ftyp` box. AVIF, videos and sequences use the same box and are rejected. */
function heifKind(head: Buffer): FileKind | null {
  const boxEnd = Math.min(head.readUInt32BE(0), head.length)
  const brands: string[] = []
  for (let at = 8; at + 4 <= boxEnd; at += 4) if (at !== 12) brands.push(head.toString('latin1', at, at + 4))
  const major = brands[0] ?? ''
  if (!['heic', 'heix', 'heim', 'heis', 'mif1'].includes(major)) return null
  if (brands.some((brand) => ['heic', 'heix', 'heim', 'heis'].includes(brand))) return 'image/heic'
  return brands.includes('avif') || brands.includes('avis') ? null : 'image/heif'
}

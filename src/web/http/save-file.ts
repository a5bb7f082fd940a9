import { isIosApp } from './phone-browser.ts'

/** Long enough for browsers that read the file only after the click. */
const KEEP_URL_MS = 60_000

/** Downloads `bytes` as a file of this name, or offers where to keep it if a download has no way back. */
export function saveFile(name: string, bytes: Blob): void {
  const files = [new File([bytes], name, { type: bytes.type })]
  if (!isIosApp() || !navigator.canShare?.({ files })) {
    download(name, bytes)
    return
  }
  navigator.share({ files }).catch((error: unknown) => {
    const isClosed = error instanceof Error && error.name === 'AbortError'
    // The press may be too long ago.
    if (!isClosed) download(name, bytes)
  })
}

function download(name: string, bytes: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(bytes)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_URL_MS)
}

type LinkPress = { currentTarget: HTMLAnchorElement; preventDefault(): void }

/** For the press of a link with `download`. */
export async function saveLinked(event: LinkPress): Promise<void> {
  if (!isIosApp()) return
  const { href, download } = event.currentTarget
  event.preventDefault()
  try {
    const response = await fetch(href)
    if (!response.ok) throw new Error(`answered ${response.status}`)
    const name = nameFrom(response.headers.get('content-disposition'))
    saveFile(download || (name ?? 'lanyard'), await response.blob())
  } catch {
    location.assign(href)
  }
}

/** The file name in a Content-Disposition header (RFC 6266), preferably the encoded one. */
export function nameFrom(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (encoded) return decodeURIComponent(encoded)
  return /filename="([^"]+)"/i.exec(disposition ?? '')?.[1] ?? null
}

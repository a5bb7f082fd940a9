import { t } from '#web/i18n/t.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Where the bytes are written. `discard` resolves to the name of a leftover file that it could not remove, or `null`. */
export type ExportDestination = {
  write(part: Bytes): Promise<void>
  commit(): Promise<void>
  discard(): Promise<string | null>
}

type FileHandle = FileSystemFileHandle & { remove?(): Promise<void> }
type Picker = (options: object) => Promise<FileHandle>

/** The file that the user chose; `null` where the browser has no save dialog. */
export async function chooseDestination(suggestedName: string): Promise<FileHandle | null | 'stopped'> {
  const { showSaveFilePicker } = window as { showSaveFilePicker?: Picker }
  if (!showSaveFilePicker) return null
  try {
    const types = [{ description: t`ZIP`, accept: { 'application/zip': ['.zip'] } }]
    return await showSaveFilePicker.call(window, { suggestedName, types })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'stopped'
    // The dialog is not allowed here, for example in a frame. The other way works everywhere.
    return null
  }
}

/** On disk from the first byte: the browser writes a temporary file and moves it into place at the end. */
export function fileDestination(handle: FileHandle): ExportDestination {
  let writable: FileSystemWritableFileStream | null = null
  return {
    async write(part) {
      writable ??= await handle.createWritable()
      await writable.write(part)
    },
    async commit() {
      await writable?.close()
    },
    async discard() {
      await writable?.abort().catch(() => {})
      // The dialog has made an empty file already, and not every browser lets a page remove it.
      if (!handle.remove) return handle.name
      return handle.remove().then(
        () => null,
        () => handle.name,
      )
    },
  }
}

/** In the tab's memory. The file is written once all bytes are there. */
export function memoryDestination(save: (bytes: Blob) => void): ExportDestination {
  let parts: Bytes[] = []
  return {
    write: async (part) => void parts.push(part.slice()),
    commit: async () => save(new Blob(parts, { type: 'application/zip' })),
    async discard() {
      parts = []
      return null
    },
  }
}

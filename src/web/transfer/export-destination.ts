type Bytes = Uint8Array<ArrayBuffer>

/** Where bytes go while they arrive. `drop` leaves nothing, or answers the name of what it could not take away. */
export type ExportDestination = {
  write(part: Bytes): Promise<void>
  keep(): Promise<void>
  drop(): Promise<string | null>
}

type FileHandle = FileSystemFileHandle & { remove?(): Promise<void> }
type Picker = (options: object) => Promise<FileHandle>

/** The file that she chose to save to; `null` where this browser has no such dialog. */
export async function pickPlace(suggestedName: string): Promise<FileHandle | null | 'stopped'> {
  const { showSaveFilePicker } = window as { showSaveFilePicker?: Picker }
  if (!showSaveFilePicker) return null
  try {
    const types = [{ description: 'ZIP', accept: { 'application/zip': ['.zip'] } }]
    return await showSaveFilePicker.call(window, { suggestedName, types })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'stopped'
    // Not allowed here, as in a frame: the other way works everywhere.
    return null
  }
}

/** On disk from the first byte: the browser writes beside the file and puts it in its place at the end. */
export function chosenFile(handle: FileHandle): ExportDestination {
  let writable: FileSystemWritableFileStream | null = null
  return {
    async write(part) {
      writable ??= await handle.createWritable()
      await writable.write(part)
    },
    async keep() {
      await writable?.close()
    },
    async drop() {
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

/** In the tab's memory, and in a file only once it is whole. */
export function tabMemory(save: (bytes: Blob) => void): ExportDestination {
  let parts: Bytes[] = []
  return {
    write: async (part) => void parts.push(part.slice()),
    keep: async () => save(new Blob(parts, { type: 'application/zip' })),
    async drop() {
      parts = []
      return null
    },
  }
}

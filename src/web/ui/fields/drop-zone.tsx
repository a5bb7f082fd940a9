import { type DragEvent, type ReactNode, useState } from 'react'

type DropZoneProps = {
  label: string
  onFiles(files: File[]): void
  className(isTarget: boolean): string
  children: ReactNode
}

/** Accepts dropped files. It must contain a button for people who do not drag. */
export function DropZone({ label, onFiles, className, children }: DropZoneProps) {
  const [isTarget, setTarget] = useState(false)
  function accept(event: DragEvent) {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setTarget(true)
  }
  function leave({ currentTarget, relatedTarget }: DragEvent) {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setTarget(false)
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setTarget(false)
    const files = filesOf(event.dataTransfer)
    if (files.length > 0) onFiles(files)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need its own look
    <div
      role="group"
      aria-label={label}
      onDragEnter={accept}
      onDragOver={accept}
      onDragLeave={leave}
      onDrop={drop}
      className={className(isTarget)}
    >
      {children}
    </div>
  )
}

/** Leaves out folders, which look like files. */
function filesOf({ items }: DataTransfer): File[] {
  return [...items].flatMap((item) => {
    const file = item.webkitGetAsEntry()?.isDirectory ? null : item.getAsFile()
    return file ? [file] : []
  })
}

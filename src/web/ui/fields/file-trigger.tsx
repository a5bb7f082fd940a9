import { cloneElement, type ReactElement, useRef } from 'react'
import type { PlainButtonProps } from '#web/ui/button.tsx'

type FileTriggerProps = {
  accept?: readonly string[]
  /** Opens the camera on a phone. */
  usesCamera?: boolean
  allowsMultiple?: boolean
  onSelect(files: File[]): void
  /** A `Button`. Pressing it opens the browser's file dialog. */
  children: ReactElement<PlainButtonProps>
}

export function FileTrigger({ accept, usesCamera, allowsMultiple, onSelect, children }: FileTriggerProps) {
  const input = useRef<HTMLInputElement>(null)
  function open() {
    // Choosing the same file again must count as a choice.
    if (input.current) input.current.value = ''
    input.current?.click()
  }
  return (
    <>
      {cloneElement(children, { onPress: open })}
      <input
        ref={input}
        type="file"
        hidden
        accept={accept?.join(',')}
        capture={usesCamera ? 'environment' : undefined}
        multiple={allowsMultiple}
        onClick={(event) => event.stopPropagation()}
        onChange={({ target }) => onSelect([...(target.files ?? [])])}
      />
    </>
  )
}

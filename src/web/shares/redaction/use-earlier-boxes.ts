import { useEffect, useRef, useState } from 'react'
import type { PageBoxes, Redaction } from '#shared/shares/redaction.ts'
import { dropPictures, openSource, uploadRedacted, type WithheldFile } from './use-redaction.ts'

export type RedactionState = 'covering' | 'covered' | 'failed' | 'declined'

type EarlierBoxesOptions = {
  files: readonly WithheldFile[] | undefined
  /** The current redactions of the form. */
  redactions: () => readonly Redaction[]
  onRedacted: (redaction: Redaction) => void
}

/**
 * Covers files like in the owner's latest share of each file, one after the other, and uploads the pictures. The form
 * shows each result. Leaves a file alone if the owner has made a decision about it in this form.
 */
export function useEarlierBoxes({ files, redactions, onRedacted }: EarlierBoxesOptions) {
  const [states, setStates] = useState<ReadonlyMap<string, RedactionState>>(new Map())
  const decided = useRef(new Map<string, RedactionState>())
  const queue = useRef(Promise.resolve())
  const stopped = useRef(new AbortController())

  function setState(fileId: string, state: RedactionState) {
    decided.current.set(fileId, state)
    setStates(new Map(decided.current))
  }

  async function cover(file: WithheldFile, covers: PageBoxes, { signal }: AbortController) {
    const isWanted = () => decided.current.get(file.fileId) === 'covering'
    if (signal.aborted || !isWanted()) return
    try {
      const source = await openSource(file, signal)
      if (source.pages.length !== covers.length) throw new Error('It has other pages')
      const pictureIds = await uploadRedacted(source, covers, { signal })
      if (!isWanted()) return dropPictures(pictureIds)
      onRedacted({ fileId: file.fileId, pictureIds, covers })
      setState(file.fileId, 'covered')
    } catch {
      if (!signal.aborted && isWanted()) setState(file.fileId, 'failed')
    }
  }

  useEffect(() => {
    stopped.current = new AbortController()
    return () => stopped.current.abort()
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only new files start anything
  useEffect(() => {
    for (const file of files ?? []) {
      const { fileId, earlier } = file
      const isDecided = decided.current.has(fileId) || redactions().some((one) => one.fileId === fileId)
      if (earlier === null || isDecided) continue
      setState(fileId, 'covering')
      const { current } = stopped
      queue.current = queue.current.then(() => cover(file, earlier.covers, current))
    }
  }, [files])

  return {
    stateOf: (fileId: string) => states.get(fileId) ?? null,
    /** The owner drew new boxes, or leaves the file out. */
    decline: (fileId: string) => setState(fileId, 'declined'),
    /** Waits until no file is being covered. `false` if one of them could not be covered. */
    finish: async () => {
      const before = countFailed(decided.current)
      await queue.current
      return countFailed(decided.current) === before
    },
  }
}

function countFailed(states: ReadonlyMap<string, RedactionState>): number {
  return [...states.values()].filter((state) => state === 'failed').length
}

import { useRef } from 'react'
import { expect, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { file, type File as StoredFile } from '#shared/files/file.ts'
import { CaptureLayout } from '#web/files/capture/capture-layout.tsx'
import { useUploads } from '#web/files/use-uploads.ts'
import { stubNetwork } from './network.ts'
import { renderInApp } from './render.tsx'
import { sampleId, sampleNow } from './share-samples.ts'
import { stubUploads } from './uploads.ts'
import { writtenPdf } from './written-pdf.ts'

/** The rows of the files. */
export const rows = page.getByRole('list', { name: 'Files' }).getByRole('listitem')
/** The input that takes several files. */
export const chooser = () => document.querySelector<HTMLInputElement>('input[type=file][multiple]')

export const storedAs = (name: string, nth = 1): StoredFile => ({
  id: sampleId(nth),
  name,
  size: 3,
  mimeType: 'application/pdf',
  sha256: 'a',
  resourceType: null,
  resourceId: null,
  createdAt: sampleNow,
})

function Screen({ ids, onSettle }: { ids: string[]; onSettle(result: Promise<string[]>): void }) {
  const files = useUploads(ids)
  const settle = useRef(files.settle)
  settle.current = files.settle
  return (
    <CaptureLayout files={files}>
      <button type="button" onClick={() => onSettle(settle.current())}>
        Save
      </button>
    </CaptureLayout>
  )
}

/** A record with these files, 10.pdf and so on, and a button that saves. */
export async function renderCapture(ids: string[] = []) {
  const network = stubNetwork()
  for (const [at, id] of ids.entries()) {
    network.answer('GET', `/api/upload/${id}`, file, { ...storedAs(`${at + 10}.pdf`), id })
    network.reply('GET', `/api/upload/${id}/content`, () => new Response(writtenPdf(['Card'])))
  }
  const uploads = stubUploads()
  const onSettle = vi.fn((result: Promise<string[]>) => void result.catch(() => {}))
  const rendered = await renderInApp(<Screen ids={ids} onSettle={onSettle} />)
  await expect.element(page.getByRole('group', { name: 'Documents' })).toBeVisible()
  /** Waits for the nth request of the page. */
  async function sent(nth = 0) {
    await expect.poll(() => uploads.length).toBeGreaterThan(nth)
    const upload = uploads[nth]
    if (!upload) throw new Error('It was not sent')
    return upload
  }
  return { network, uploads, sent, onSettle, ...rendered }
}

/** Chooses small files with these names. */
export async function choose(...names: string[]) {
  const input = chooser()
  if (!input) throw new Error('There is nothing to choose files with')
  await userEvent.upload(
    input,
    names.map((name) => new File(['abc'], name)),
  )
}

import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { signInMethods } from '#shared/auth/sign-in-methods.ts'
import { type ExportLine, exportSummary } from '#shared/transfer/export.ts'
import { catchDownloads } from '#testing/web/downloads.ts'
import { type NetworkStub, stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { stopClock } from '#testing/web/share-samples.ts'
import { ReauthenticationView } from '#web/auth/reauthentication/reauthentication-view.tsx'
import { ExportCard } from './export-card.tsx'

stopClock()

/** Reads the saved file, also while the network is stubbed. */
const realFetch = globalThis.fetch.bind(globalThis)

const exportPath = '/api/users/me/export'
const suggestedName = 'lanyard-export-2026-11-21.zip'
const counts = {
  credentials: 2,
  cycles: 1,
  entries: 1,
  practiceRecords: 0,
  healthRecords: 0,
  files: 3,
  shares: 0,
  inTrash: 1,
}

const start = page.getByRole('button', { name: /^Export (everything|again)$/ })
const cancel = page.getByRole('button', { name: 'Cancel' })
const alert = page.getByRole('alert')
const progress = page.getByRole('progressbar', { name: 'Exporting' })
const status = page.getByRole('status').first()

const line = (value: ExportLine) => new TextEncoder().encode(`${JSON.stringify(value)}\n`)
const bytes = (count: number) => new Uint8Array(count).fill(7)

/** A response whose parts the test sends one by one. */
function answerStream(network: NetworkStub) {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  network.reply('GET', exportPath, () => new Response(readable))
  return {
    send: (...parts: Uint8Array[]) => {
      for (const part of parts) void writer.write(part).catch(() => {})
    },
    close: () => void writer.close().catch(() => {}),
    breakOff: () => void writer.abort(new TypeError('network error')).catch(() => {}),
  }
}

const whole = [line({ name: suggestedName, total: 6 }), line({ bytes: 6 }), bytes(6)]

function withoutSaveDialog() {
  Object.assign(window, { showSaveFilePicker: undefined })
}

/** A save dialog in which the user chooses `chosen.zip`; resolves to the known facts about that file. */
async function withSaveDialog() {
  const folder = await navigator.storage.getDirectory()
  const handle = await folder.getFileHandle('chosen.zip', { create: true })
  const pick = vi.fn(async (_options: object) => handle)
  Object.assign(window, { showSaveFilePicker: pick })
  onTestFinished(() => folder.removeEntry('chosen.zip').catch(() => undefined))
  /** In bytes; `null` once the file is removed. */
  async function size(): Promise<number | null> {
    const found = await folder.getFileHandle('chosen.zip').catch(() => null)
    return found && (await found.getFile()).size
  }
  return { handle, pick, size }
}

async function renderCard(size = 1000) {
  const network = stubNetwork()
  network.answer('GET', `${exportPath}/summary`, exportSummary, { counts, bytes: size, isEmpty: false })
  const rendered = await renderInApp(
    <>
      <ExportCard />
      <ReauthenticationView />
    </>,
  )
  return { network, ...rendered }
}

beforeEach(withoutSaveDialog)

describe('an export', () => {
  test('can start once its contents are known', async () => {
    const network = stubNetwork()
    const release = network.hold('GET', `${exportPath}/summary`)
    network.answer('GET', `${exportPath}/summary`, exportSummary, { counts, bytes: 1000, isEmpty: false })
    await renderInApp(<ExportCard />)
    await expect.element(start).toBeDisabled()
    release()
    await expect
      .element(
        page.getByText(
          /^Contains 2 credentials, 1 CE cycle, 1 CE entry, and 3 files, 1 of them in the trash\./,
        ),
      )
      .toBeVisible()
    await expect.element(start).toBeEnabled()
  })

  test('shows its progress, and is saved whole with the date in its name', async () => {
    const downloads = catchDownloads()
    const { network } = await renderCard()
    const stream = answerStream(network)
    await userEvent.click(start)
    await expect.element(page.getByText('Preparing the export…')).toBeVisible()
    stream.send(line({ name: suggestedName, total: 4 * 1024 ** 2 }), line({ bytes: 6 }), bytes(6))
    await expect.element(progress).toHaveAttribute('aria-valuetext', '0 bytes of 4.0 MB')
    expect(downloads).toEqual([])
    stream.send(line({ end: { size: 6, faults: 0 } }))
    await expect.element(status).toMatchTextContent(`Saved as “${suggestedName}”, 6 bytes.`)
    expect(downloads).toMatchObject([{ name: suggestedName }])
    expect(await (await realFetch(downloads[0]?.url ?? '')).text()).toHaveLength(6)
    await expect.element(page.getByRole('button', { name: 'Export again' })).toBeVisible()
    expect(network.sent('GET', exportPath)[0]?.query).toEqual({ progress: 'true' })
  })

  test('counts the files that were already missing', async () => {
    catchDownloads()
    const { network } = await renderCard()
    answerStream(network).send(...whole, line({ end: { size: 6, faults: 2 } }))
    await userEvent.click(start)
    await expect
      .element(status)
      .toMatchTextContent('2 files were already lost or damaged in this installation.')
  })

  test.each([
    [
      'in words of the server',
      (stream: ReturnType<typeof answerStream>) =>
        stream.send(line({ problem: { code: 'unavailable', detail: 'The disk went away.' } })),
      'The disk went away.',
    ],
    [
      'because it ends too early',
      (stream: ReturnType<typeof answerStream>) => stream.close(),
      'The export was interrupted before it was complete.',
    ],
    [
      'because the connection is lost',
      (stream: ReturnType<typeof answerStream>) => stream.breakOff(),
      'The export was interrupted before it was complete.',
    ],
    [
      'because its size is not the promised one',
      (stream: ReturnType<typeof answerStream>) => stream.send(line({ end: { size: 7, faults: 0 } })),
      'The export was interrupted before it was complete.',
    ],
  ])('that breaks off %s leaves no file', async (_how, breakOff, words) => {
    const downloads = catchDownloads()
    const { network } = await renderCard()
    const stream = answerStream(network)
    await userEvent.click(start)
    stream.send(...whole)
    breakOff(stream)
    await expect.element(alert).toMatchTextContent(words)
    await expect.element(page.getByText('No file was saved. The partial download was deleted.')).toBeVisible()
    expect(downloads).toEqual([])
    await expect.element(start).toBeVisible()
  })

  test('can be cancelled, and saves nothing', async () => {
    const downloads = catchDownloads()
    const { network } = await renderCard()
    const stream = answerStream(network)
    await userEvent.click(start)
    stream.send(...whole)
    await userEvent.click(cancel)
    await expect.element(start).toBeVisible()
    stream.send(line({ end: { size: 6, faults: 0 } }))
    await expect.element(alert).not.toBeInTheDocument()
    expect(downloads).toEqual([])
  })

  test.each([
    ['export_running', 'You already have an export in progress.'],
    ['unavailable', 'Lanyard cannot reach its database or files right now.'],
    ['not_authenticated', 'User not authenticated'],
  ] as const)('that is refused with %s says why', async (code, words) => {
    const { network } = await renderCard()
    network.refuse('GET', exportPath, code)
    await userEvent.click(start)
    await expect.element(alert).toMatchTextContent(words)
    await expect.element(start).toBeVisible()
  })

  test('waits until the owner has confirmed who they are, and otherwise starts nothing', async () => {
    const { network } = await renderCard()
    network.refuse('GET', exportPath, 'reauthentication_needed')
    network.answer('GET', '/api/users/me/sign-in-methods', signInMethods, {
      hasPassword: true,
      secondFactor: { isOn: false, since: null, recoveryCodesLeft: 0 },
      passkeys: [],
      linkedAccounts: [],
    })
    await userEvent.click(start)
    await expect.element(page.getByRole('dialog', { name: 'Confirm it’s you' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(start).toBeVisible()
    await expect.element(alert).not.toBeInTheDocument()
    expect(network.sent('GET', exportPath)).toHaveLength(1)
  })

  test('that is too large for the memory of a tab is downloaded by the browser', async () => {
    const downloads = catchDownloads()
    const { network } = await renderCard(300 * 1024 ** 2)
    network.reply('HEAD', exportPath, () => new Response(null))
    await userEvent.click(start)
    await expect.element(status).toMatchTextContent('your browser downloads it directly')
    expect(downloads.map(({ url }) => new URL(url).pathname)).toEqual([exportPath])
    expect(network.sent('GET', exportPath)).toEqual([])
  })
})

describe('an export into a chosen file', () => {
  test('is written there part by part', async () => {
    const { pick, size } = await withSaveDialog()
    const { network } = await renderCard()
    answerStream(network).send(...whole, line({ bytes: 3 }), bytes(3), line({ end: { size: 9, faults: 0 } }))
    await userEvent.click(start)
    await expect.element(status).toMatchTextContent('Saved as “chosen.zip”, 9 bytes.')
    expect(pick.mock.calls[0]?.[0]).toMatchObject({ suggestedName })
    expect(await size()).toBe(9)
  })

  test('does not start when the save dialog is closed', async () => {
    Object.assign(window, {
      showSaveFilePicker: async () => {
        throw new DOMException('Closed', 'AbortError')
      },
    })
    const { network } = await renderCard()
    await userEvent.click(start)
    await expect.element(start).toBeVisible()
    expect(network.sent('GET', exportPath)).toEqual([])
  })

  test('removes the partial file if the export breaks off', async () => {
    const { size } = await withSaveDialog()
    const { network } = await renderCard()
    const stream = answerStream(network)
    await userEvent.click(start)
    stream.send(...whole)
    stream.breakOff()
    await expect.element(page.getByText('No file was saved. The partial download was deleted.')).toBeVisible()
    expect(await size()).toBeNull()
  })

  test('names the partial file if the browser does not let the page remove it', async () => {
    const { handle } = await withSaveDialog()
    Object.assign(handle, { remove: undefined })
    const { network } = await renderCard()
    answerStream(network).send(line({ problem: { code: 'unavailable' } }))
    await userEvent.click(start)
    await expect.element(page.getByText(/Delete the file “chosen\.zip” yourself/)).toBeVisible()
  })

  test('shows an error when the device is full, and leaves no file', async () => {
    const { size } = await withSaveDialog()
    const full = new DOMException('Full', 'QuotaExceededError')
    const write = vi.spyOn(FileSystemWritableFileStream.prototype, 'write').mockRejectedValue(full)
    onTestFinished(() => write.mockRestore())
    const { network } = await renderCard()
    answerStream(network).send(...whole)
    await userEvent.click(start)
    await expect.element(alert).toMatchTextContent('There is not enough space on this device for the export.')
    expect(await size()).toBeNull()
  })
})

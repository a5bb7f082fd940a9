import { expect, onTestFinished, test, vi } from 'vitest'
import { catchDownloads } from '#testing/web/downloads.ts'
import { onIphone } from '#testing/web/iphone.ts'
import { saveFile, saveLinked } from './save-file.ts'

const pdf = new Blob(['%PDF'], { type: 'application/pdf' })

function stubShare(outcome: () => Promise<void>) {
  onIphone('app')
  const share = vi.fn((_: ShareData) => outcome())
  Object.defineProperties(navigator, {
    share: { value: share, configurable: true },
    canShare: { value: () => true, configurable: true },
  })
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'share')
    Reflect.deleteProperty(navigator, 'canShare')
  })
  return share
}

test('a browser downloads a file', () => {
  const downloads = catchDownloads()
  saveFile('packet.pdf', pdf)
  expect(downloads.map(({ name }) => name)).toEqual(['packet.pdf'])
})

test('a tab on an iPhone downloads it, too', () => {
  onIphone('tab')
  const downloads = catchDownloads()
  saveFile('packet.pdf', pdf)
  expect(downloads).toHaveLength(1)
})

test('on the home screen of an iPhone, where a download has no way back, its owner is asked where to', () => {
  const downloads = catchDownloads()
  const share = stubShare(() => Promise.resolve())
  saveFile('packet.pdf', pdf)
  expect(share.mock.calls[0]?.[0].files?.map(({ name, type }) => [name, type])).toEqual([
    ['packet.pdf', 'application/pdf'],
  ])
  expect(downloads).toEqual([])
})

test.each([
  ['AbortError', 0],
  ['NotAllowedError', 1],
])('after %s it is downloaded %i times', async (name, times) => {
  const downloads = catchDownloads()
  const share = stubShare(() => Promise.reject(new DOMException('', name)))
  saveFile('packet.pdf', pdf)
  await expect.poll(() => share.mock.calls).toHaveLength(1)
  await Promise.resolve()
  await expect.poll(() => downloads.length).toBe(times)
})

test('there a link is saved under the name that the server gave the file', async () => {
  const share = stubShare(() => Promise.resolve())
  const headers = {
    'Content-Disposition': `attachment; filename="packet.zip"; filename*=UTF-8''Texas%20RN.zip`,
  }
  vi.spyOn(window, 'fetch').mockResolvedValue(new Response('PK', { headers }))
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
  const link = Object.assign(document.createElement('a'), { href: '/api/ceu-cycles/1/packet', download: '' })
  const preventDefault = vi.fn()
  await saveLinked({ currentTarget: link, preventDefault })
  expect(preventDefault).toHaveBeenCalled()
  expect(share.mock.calls[0]?.[0].files?.map(({ name }) => name)).toEqual(['Texas RN.zip'])
})

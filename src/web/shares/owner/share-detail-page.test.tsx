import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { signInMethods } from '#shared/auth/sign-in-methods.ts'
import { createdShare, type Share, share, shareLog, sharePage } from '#shared/shares/share.ts'
import { type NetworkStub, stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import {
  daysFromNow,
  sampleCreatedShare,
  sampleEvent,
  sampleId,
  sampleNow,
  sampleShare,
  stopClock,
} from '#testing/web/share-samples.ts'
import { ReauthenticationView } from '#web/auth/reauthentication/reauthentication-view.tsx'
import { siteConfig } from '#web/config/site.ts'
import { ShareDetailPage } from './share-detail-page.tsx'

stopClock()
beforeEach(() => localStorage.clear())

const sharePath = `/api/share/${sampleShare.id}`
const dialog = page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })
const inDialog = (name: string) => dialog.getByRole('button', { name, exact: true })
const log = page.getByRole('region', { name: 'Access log' })
const shows = page.getByRole('region', { name: 'What it shows' })

function answerShare(network: NetworkStub, current: Share) {
  network.answer('GET', '/api/share', sharePage, { items: [current], nextCursor: null })
}

function renderPage(path = `/credentials/shares/${sampleShare.id}`) {
  const screen = (
    <>
      <ShareDetailPage />
      <ReauthenticationView />
    </>
  )
  return renderInApp(screen, { path, route: '/credentials/shares/$shareId' })
}

async function renderShare(changes: Partial<Share> = {}) {
  const network = stubNetwork()
  const current = { ...sampleShare, ...changes }
  answerShare(network, current)
  network.answer('GET', `${sharePath}/log`, shareLog, { items: [], nextCursor: null })
  const rendered = await renderPage()
  await expect.element(shows).toBeVisible()
  return { network, current, ...rendered }
}

/** The page after the server has saved the change. */
function answerChange(network: NetworkStub, changes: Partial<Share>) {
  const changed = { ...sampleShare, ...changes }
  network.answer('PATCH', sharePath, share, changed)
  answerShare(network, changed)
}

const patches = (network: NetworkStub) => network.sent('PATCH', sharePath).map(({ body }) => body)

describe('the page of a share link', () => {
  test('shows what the link contains and its settings', async () => {
    await renderShare({
      masks: { hideNumber: true },
      allowDownloads: false,
      hasPasscode: true,
      viewLimit: 10,
      viewsLeft: 4,
      mode: 'frozen',
      note: 'Call me\nafter noon.',
    })
    for (const fact of [
      'Hidden',
      'Only your covered pictures',
      'Off: view only',
      'Required',
      '4 of 10 views left',
    ])
      await expect.element(shows.getByText(fact, { exact: true })).toBeVisible()
    await expect
      .element(shows)
      .toMatchTextContent('Not shown: the link stays as of Nov 21, 2026, 3:05 PM CST')
    await expect.element(shows).toMatchTextContent('after noon.')
    await expect
      .element(shows.getByRole('link', { name: /^Texas RN license/ }))
      .toHaveAttribute('href', `/credentials/${sampleId(11)}`)
  })

  test('does not link to deleted records', async () => {
    await renderShare({
      resources: [{ resourceType: 'ceuCycle', resourceId: sampleId(13), title: null }],
      state: 'gone',
    })
    await expect.element(shows.getByText('Deleted')).toBeVisible()
    await expect.element(shows.getByRole('link')).not.toBeInTheDocument()
    await expect.element(page.getByText(/^Everything in this link was deleted/)).toBeVisible()
    await expect.element(button('End link')).toBeVisible()
    await expect.element(button('Create new link')).not.toBeInTheDocument()
  })

  test('only offers a new link after it has ended', async () => {
    await renderShare({ state: 'expired', expiresAt: daysFromNow(-1) })
    await expect.element(page.getByText('Nobody opened it.')).toBeVisible()
    await expect.element(button('Create new link')).toBeVisible()
    for (const gone of ['Extend', 'Edit', 'End link'])
      await expect.element(button(gone)).not.toBeInTheDocument()
  })

  test('finds a link that is not on the first page of the list', async () => {
    const network = stubNetwork()
    network.answerEach('GET', '/api/share', sharePage, ({ query }) =>
      query.cursor === 'second'
        ? { items: [sampleShare], nextCursor: null }
        : { items: [{ ...sampleShare, id: sampleId(9) }], nextCursor: 'second' },
    )
    network.answer('GET', `${sharePath}/log`, shareLog, { items: [], nextCursor: null })
    await renderPage()
    await expect.element(page.getByText('For Maria at Mercy')).toBeVisible()
  })

  test('shows an error when there is no such link', async () => {
    answerShare(stubNetwork(), { ...sampleShare, id: sampleId(9) })
    await renderPage('/credentials/shares/nonsense')
    await expect.element(page.getByRole('heading', { level: 1 })).toMatchTextContent('Link not found')
    await expect
      .element(page.getByRole('link', { name: 'See all links' }))
      .toHaveAttribute('href', '/credentials/shares')
  })

  test('shows an error when it did not load, and loads again', async () => {
    const network = stubNetwork()
    network.refuse('GET', '/api/share', 'share_not_owned')
    network.answer('GET', `${sharePath}/log`, shareLog, { items: [], nextCursor: null })
    await renderPage()
    await expect.element(page.getByText('Unauthorized access to share link')).toBeVisible()
    answerShare(network, sampleShare)
    await userEvent.click(button('Try again'))
    await expect.element(shows).toBeVisible()
  })
})

describe('the access log', () => {
  const refused = {
    ...sampleEvent,
    at: '2026-11-20T18:00:00.000Z',
    kind: 'refused',
    what: 'passcode',
  } as const

  test('promises an email only where email is set up', async () => {
    siteConfig.confirmsEmail = true
    onTestFinished(() => {
      siteConfig.confirmsEmail = false
    })
    await renderShare()
    await expect.element(log).toMatchTextContent('We will email you the first time someone does.')
  })

  test('is grouped by day, in the owner’s time zone', async () => {
    const { network, unmount } = await renderShare()
    await expect.element(log).toMatchTextContent('Nobody has opened it yet.')
    await expect.element(log).not.toMatchTextContent('We will email you')
    await unmount()
    network.answer('GET', `${sharePath}/log`, shareLog, { items: [sampleEvent, refused], nextCursor: null })
    await renderPage()
    const today = log.getByRole('region', { name: 'Today, Saturday, Nov 21, 2026' })
    await expect
      .element(today)
      .toMatchTextContent('Opened in Chrome on Windows, from network 3fa1c22:10 PM CST')
    const yesterday = log.getByRole('region', { name: 'Yesterday, Friday, Nov 20, 2026' })
    await expect.element(yesterday).toMatchTextContent('Refused: wrong passcode')
  })

  test('loads earlier entries on request, and keeps the list when that fails', async () => {
    const { network, unmount } = await renderShare()
    await unmount()
    const answerLog = () =>
      network.answerEach('GET', `${sharePath}/log`, shareLog, ({ query }) =>
        query.cursor
          ? { items: [refused], nextCursor: null }
          : { items: [sampleEvent], nextCursor: 'earlier' },
      )
    answerLog()
    await renderPage()
    await expect.element(button('Show earlier')).toBeVisible()
    network.refuse('GET', `${sharePath}/log`, 'share_not_owned')
    await userEvent.click(button('Show earlier'))
    await expect.element(log.getByRole('alert')).toBeVisible()
    expect(log.getByRole('listitem').elements()).toHaveLength(1)
    answerLog()
    await userEvent.click(log.getByRole('button', { name: 'Try again' }))
    await expect.element(log).toMatchTextContent('Refused: wrong passcode')
    await expect.element(button('Show earlier')).not.toBeInTheDocument()
  })
})

describe('how long a link is open', () => {
  test('is changed with the keyboard, counted from now, and the focus returns', async () => {
    const { network } = await renderShare()
    answerChange(network, { expiresAt: daysFromNow(30) })
    button('Extend').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog.getByText(/^Currently open until Nov 28, 2026/)).toBeVisible()
    dialog.getByRole('radio', { name: '7 days' }).element().focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}')
    await expect
      .element(dialog.getByRole('status'))
      .toHaveTextContent('It will be open until Dec 21, 2026, 3:05 PM CST · in 30 days.')
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Open until Dec 21, 2026, 3:05 PM CST · in 30 days')).toBeVisible()
    expect(patches(network)).toEqual([{ expiresAt: daysFromNow(30) }])
    await expect.element(page.getByText('Link extended')).toBeVisible()
    await expect.element(button('Extend')).toHaveFocus()
  })

  test('warns before the time is shortened', async () => {
    const { network } = await renderShare()
    answerChange(network, { expiresAt: daysFromNow(1) })
    await userEvent.click(button('Extend'))
    await userEvent.click(dialog.getByText('1 day', { exact: true }))
    await expect.element(dialog.getByText('That is earlier than the current end.')).toBeVisible()
    await userEvent.click(inDialog('Shorten'))
    await expect.element(page.getByText('Link shortened')).toBeVisible()
    expect(patches(network)).toEqual([{ expiresAt: daysFromNow(1) }])
  })

  test('of a link that ended meanwhile is rejected, and the page shows that it ended', async () => {
    const { network } = await renderShare()
    network.refuse('PATCH', sharePath, 'share_ended')
    answerShare(network, { ...sampleShare, state: 'expired' })
    await userEvent.click(button('Extend'))
    await userEvent.click(inDialog('Extend'))
    await expect
      .element(dialog.getByRole('alert'))
      .toMatchTextContent('This link has ended. Create a new link instead.')
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByText('Link expired', { exact: true })).toBeVisible()
    await expect.element(button('Extend')).not.toBeInTheDocument()
  })
})

describe('the edited link', () => {
  const openForm = async (changes: Partial<Share> = {}) => {
    const rendered = await renderShare(changes)
    await userEvent.click(button('Edit'))
    await expect.element(dialog.getByLabelText(/^Recipient/)).toHaveValue(rendered.current.recipient)
    return rendered
  }
  const save = inDialog('Save')

  test('sends only what was changed', async () => {
    const { network } = await openForm({ viewLimit: 10, viewsLeft: 4 })
    answerChange(network, { recipient: 'Lee at Northside', allowDownloads: false, hasPasscode: true })
    await userEvent.fill(dialog.getByLabelText(/^Recipient/), 'Lee at Northside')
    await userEvent.click(dialog.getByText('Allow downloads'))
    await userEvent.click(dialog.getByText('Add one'))
    await userEvent.fill(dialog.getByLabelText(/^New passcode/), 'heron 4127')
    await userEvent.click(save)
    await expect.element(page.getByText('Link updated')).toBeVisible()
    expect(patches(network)).toEqual([
      { recipient: 'Lee at Northside', allowDownloads: false, passcode: 'heron 4127' },
    ])
    await expect.element(page.getByText('For Lee at Northside')).toBeVisible()
  })

  test('removes its passcode and its view limit', async () => {
    const { network } = await openForm({ hasPasscode: true, viewLimit: 10, viewsLeft: 4 })
    answerChange(network, {})
    await userEvent.click(dialog.getByText('Remove it'))
    await userEvent.fill(dialog.getByLabelText(/^Views from now on/), '')
    await userEvent.click(save)
    await expect.element(dialog).not.toBeInTheDocument()
    expect(patches(network)).toEqual([{ passcode: null, viewLimit: null }])
  })

  test('sends nothing if nothing was changed', async () => {
    const { network } = await openForm()
    await userEvent.click(save)
    await expect.element(dialog).not.toBeInTheDocument()
    expect(patches(network)).toEqual([])
  })

  test('shows an error for a short passcode at its field', async () => {
    const { network } = await openForm()
    await userEvent.click(dialog.getByText('Add one'))
    const passcode = dialog.getByLabelText(/^New passcode/)
    await userEvent.fill(passcode, 'short')
    await userEvent.click(save)
    await expect
      .element(passcode)
      .toHaveAccessibleDescription(expect.stringContaining('At least 6 characters'))
    await expect.element(passcode).toHaveFocus()
    expect(patches(network)).toEqual([])
  })

  test('shows an error at its field, or else next to the button, and keeps what was typed', async () => {
    const { network } = await openForm()
    const note = dialog.getByLabelText(/^Note to the recipient/)
    await userEvent.fill(note, 'After noon, please.')
    network.refuse('PATCH', sharePath, 'invalid', { errors: [{ path: 'note', message: 'Not like this' }] })
    await userEvent.click(save)
    await expect.element(note).toHaveAccessibleDescription(expect.stringContaining('Not like this'))
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
    network.disconnect('PATCH', sharePath)
    await userEvent.click(save)
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Lanyard cannot be reached.')
    await expect.element(note).toHaveValue('After noon, please.')
  })
})

describe('a replaced link', () => {
  const heading = page.getByRole('heading', { name: 'Your new link' })
  const openDialog = async () => {
    const rendered = await renderShare()
    await userEvent.click(button('Create new link'))
    await expect.element(dialog).toMatchTextContent('The current link stops working at once')
    return rendered
  }

  test('is shown once, takes the focus, and can be copied', async () => {
    const { network } = await openDialog()
    const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    network.answer('POST', `${sharePath}/token`, createdShare, sampleCreatedShare)
    await userEvent.dblClick(inDialog('Create new link'))
    await expect.element(heading).toBeVisible()
    await expect.element(page.getByRole('region', { name: 'Your new link' })).toHaveFocus()
    expect(network.sent('POST', `${sharePath}/token`).map(({ body }) => body)).toEqual([
      { expiresAt: daysFromNow(7) },
    ])
    await expect.element(page.getByLabelText('Your link')).toHaveValue(sampleCreatedShare.url)
    await expect.element(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible()
    await userEvent.click(button('Copy link'))
    await expect.element(page.getByText('Link copied. Paste it into your message.')).toBeVisible()
    expect(writeText).toHaveBeenCalledExactlyOnceWith(sampleCreatedShare.url)
  })

  test('waits until the owner has confirmed who they are, and otherwise changes nothing', async () => {
    const { network } = await openDialog()
    network.refuse('POST', `${sharePath}/token`, 'reauthentication_needed')
    network.answer('GET', '/api/users/me/sign-in-methods', signInMethods, {
      hasPassword: true,
      secondFactor: { isOn: false, since: null, recoveryCodesLeft: 0 },
      passkeys: [],
      linkedAccounts: [],
    })
    await userEvent.click(inDialog('Create new link'))
    await expect.element(page.getByRole('dialog', { name: 'Confirm it’s you' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(inDialog('Create new link')).toBeVisible()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await expect.element(heading).not.toBeInTheDocument()
    expect(network.sent('POST', `${sharePath}/token`)).toHaveLength(1)
  })

  test('shows an error from the server', async () => {
    const { network } = await openDialog()
    network.refuse('POST', `${sharePath}/token`, 'too_many_requests', { retryAfter: 540 })
    await userEvent.click(inDialog('Create new link'))
    await expect.element(dialog.getByRole('alert')).toMatchTextContent('Try again in 9 minutes.')
  })
})

describe('an ended link', () => {
  const question = page.getByRole('alertdialog', { name: 'End this link now?' })
  const ask = async () => {
    const rendered = await renderShare()
    await userEvent.click(button('End link'))
    await expect
      .element(question)
      .toMatchTextContent('Maria at Mercy will no longer see Texas RN license and Basic Life Support.')
    return rendered
  }

  test('is shown as ended at once, and the focus goes to the page because the button is gone', async () => {
    const { network } = await ask()
    network.answer('DELETE', sharePath, z.undefined(), undefined)
    answerShare(network, { ...sampleShare, state: 'revoked', revokedAt: sampleNow })
    await userEvent.click(question.getByRole('button', { name: 'End link' }))
    await expect.element(page.getByText('Ended by you')).toBeVisible()
    await expect
      .element(page.getByText('It no longer shows Texas RN license and Basic Life Support.'))
      .toBeVisible()
    await expect.element(page.getByRole('main')).toHaveFocus()
    expect(network.sent('DELETE', sharePath)).toHaveLength(1)
  })

  test('stays open when the owner cancels', async () => {
    const { network } = await ask()
    await userEvent.click(question.getByRole('button', { name: 'Keep it open' }))
    await expect.element(question).not.toBeInTheDocument()
    expect(network.sent('DELETE', sharePath)).toEqual([])
  })

  test('is still open after a failure, which the dialog shows', async () => {
    const { network } = await ask()
    network.disconnect('DELETE', sharePath)
    await userEvent.click(question.getByRole('button', { name: 'End link' }))
    await expect.element(question.getByRole('alert')).toMatchTextContent('Lanyard cannot be reached.')
    await expect.element(page.getByText('Link open', { exact: true })).toBeVisible()
  })
})

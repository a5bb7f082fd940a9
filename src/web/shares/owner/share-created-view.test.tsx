import { Link } from '@tanstack/react-router'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderInApp } from '#testing/web/render.tsx'
import { sampleCreatedShare, stopClock } from '#testing/web/share-samples.ts'
import { ShareCreatedView } from './share-created-view.tsx'

stopClock()

const link = page.getByLabelText('Your link')
const leave = page.getByRole('link', { name: 'Elsewhere' })
const question = page.getByRole('alertdialog', { name: 'Leave without the link?' })
const copy = page.getByRole('button', { name: 'Copy link' })

const renderView = (more: Partial<typeof sampleCreatedShare> = {}, passcode: string | null = null) =>
  renderInApp(
    <>
      <ShareCreatedView share={{ ...sampleCreatedShare, ...more }} passcode={passcode} />
      <Link to="/upload">Elsewhere</Link>
    </>,
  )

describe('a new link', () => {
  test('shows who it is for, until when, and what visitors can do', async () => {
    await renderView({ recipient: null, allowDownloads: false, masks: { hideNumber: true } })
    await expect.element(link).toHaveValue(sampleCreatedShare.url)
    await expect.element(page.getByText('Anyone with the link')).toBeVisible()
    await expect.element(page.getByText('Nov 28, 2026, 3:05 PM CST, in 7 days')).toBeVisible()
    await expect.element(page.getByText('Your numbers are hidden.')).toBeVisible()
  })

  test('shows the passcode that was just entered, and never writes it into the link', async () => {
    await renderView({ hasPasscode: true }, 'blue heron 7')
    await expect.element(page.getByLabelText('Passcode', { exact: true })).toHaveValue('blue heron 7')
    await expect.element(page.getByRole('button', { name: 'Copy: Passcode' })).toBeVisible()
    await expect.element(page.getByText(/The link does not contain it/)).toBeVisible()
  })

  test('mentions its passcode even if the page no longer knows it', async () => {
    await renderView({ hasPasscode: true })
    await expect.element(page.getByText(/^This link asks for its passcode\./)).toBeVisible()
  })

  test('is selected for manual copying if the browser does not allow copying', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('No', 'NotAllowedError'))
    await renderView()
    await userEvent.click(copy)
    await expect.element(page.getByRole('status').filter({ hasText: /did not allow copying/ })).toBeVisible()
    await expect.element(link).toHaveSelection(sampleCreatedShare.url)
  })

  test('goes to the share sheet if the device has one', async () => {
    const share = vi.fn(async () => {})
    Object.assign(navigator, { share, canShare: () => true })
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'share')
      Reflect.deleteProperty(navigator, 'canShare')
    })
    const { path } = await renderView()
    await userEvent.click(page.getByRole('button', { name: 'Send…' }))
    expect(share).toHaveBeenCalledExactlyOnceWith({ title: 'Credentials', url: sampleCreatedShare.url })
    await userEvent.click(leave)
    await expect.poll(path).toBe('/upload')
  })
})

describe('leaving before the link was copied', () => {
  test('asks for confirmation once, and not again', async () => {
    const { path } = await renderView()
    await userEvent.click(leave)
    await userEvent.click(question.getByRole('button', { name: 'Stay here' }))
    await expect.element(question).not.toBeInTheDocument()
    expect(path()).toBe('/')
    await userEvent.click(leave)
    await expect.poll(path).toBe('/upload')
  })

  test('leaves once the owner confirms', async () => {
    const { path } = await renderView()
    await userEvent.click(leave)
    await userEvent.click(question.getByRole('button', { name: 'Leave', exact: true }))
    await expect.poll(path).toBe('/upload')
  })

  test.each([
    ['by the button', () => userEvent.click(copy)],
    ['by hand', async () => void link.element().dispatchEvent(new ClipboardEvent('copy', { bubbles: true }))],
  ])('does not ask after it was copied %s', async (_how, copyLink) => {
    vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { path } = await renderView()
    await expect.element(link).toBeVisible()
    await copyLink()
    await userEvent.click(leave)
    await expect.poll(path).toBe('/upload')
  })
})

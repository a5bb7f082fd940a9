import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { done } from '#shared/auth/answers.ts'
import type { SignInMethods } from '#shared/auth/sign-in-methods.ts'
import { twoFactorContract } from '#shared/auth/two-factor-contract.ts'
import { Problem } from '#shared/http/errors.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { owner, renderInApp } from '#testing/web/render.tsx'
import { answerSchema } from '#testing/web/sign-in-answers.ts'
import { TwoFactorView } from './two-factor-view.tsx'

const startPath = '/api/auth/second-factor/start'
const confirmPath = '/api/auth/second-factor/confirm'
const codesPath = '/api/auth/second-factor/recovery-codes'
const removePath = '/api/auth/second-factor/remove'

const secret = 'JBSWY3DPEHPK3PXP'
const setup = { secret, uri: `otpauth://totp/Lanyard:ann?secret=${secret}` }
const recoveryCodes = ['7k2m-9qxw-4hfd-t3vb', '2b4c-5d6f-7g8h-9j2k']

const off = { isOn: false, since: null, recoveryCodesLeft: 0 }
const on = { isOn: true, since: '2026-11-01T15:00:00.000Z', recoveryCodesLeft: 8 }

const turnOn = page.getByRole('button', { name: 'Turn it on' })
const turnOff = page.getByRole('button', { name: 'Turn it off' })
const createCodes = page.getByRole('button', { name: 'Create new recovery codes' })
const setupDialog = page.getByRole('dialog', { name: 'Turn on two-step verification' })
const code = page.getByRole('textbox', { name: 'Code from your app' })
const submit = setupDialog.getByRole('button', { name: 'Turn it on' })
const codesDialog = page.getByRole('alertdialog', { name: 'Save these recovery codes' })
const regenerateDialog = page.getByRole('alertdialog', { name: 'Create new recovery codes?' })
const removeDialog = page.getByRole('alertdialog', { name: 'Turn off two-step verification?' })
const status = page.getByRole('region', { name: 'Notifications' }).getByRole('status')

afterEach(() => vi.restoreAllMocks())

async function renderTwoFactor(secondFactor: SignInMethods['secondFactor']) {
  const network = stubNetwork()
  network.answer('POST', startPath, answerSchema(twoFactorContract[`POST ${startPath}`]), setup)
  network.answer('POST', confirmPath, answerSchema(twoFactorContract[`POST ${confirmPath}`]), {
    recoveryCodes,
  })
  network.answer('POST', codesPath, answerSchema(twoFactorContract[`POST ${codesPath}`]), { recoveryCodes })
  network.answer('POST', removePath, done, { status: true })
  await renderInApp(<TwoFactorView secondFactor={secondFactor} />)
  await expect.element(page.getByRole('region', { name: 'Two-step verification' })).toBeVisible()
  return network
}

async function openSetup() {
  const network = await renderTwoFactor(off)
  await userEvent.click(turnOn)
  await expect.element(setupDialog).toBeVisible()
  return network
}

async function enter(digits: string) {
  await userEvent.fill(code, digits)
  await userEvent.click(submit)
}

async function openCodes() {
  await openSetup()
  await enter('123456')
  await expect.element(codesDialog).toBeVisible()
}

describe('turning two-step verification on', () => {
  test('shows the key as a picture to scan and as text to type', async () => {
    await openSetup()
    await expect.element(setupDialog.getByRole('img', { name: /^QR code/ })).toBeVisible()
    await expect.element(page.getByRole('textbox', { name: 'Key' })).toHaveValue('JBSW Y3DP EHPK 3PXP')
    await expect.element(page.getByRole('textbox', { name: 'Key' })).toHaveAttribute('readonly')
  })

  test('copies the key without the spaces', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await openSetup()
    await userEvent.click(page.getByRole('button', { name: 'Copy: Key' }))
    await expect.element(setupDialog.getByText('Copied.')).toBeVisible()
    expect(copy).toHaveBeenCalledExactlyOnceWith(secret)
  })

  test('takes a code, and then shows the recovery codes', async () => {
    const network = await openSetup()
    await enter('123 456')
    await expect.element(codesDialog).toBeVisible()
    await expect.element(setupDialog).not.toBeInTheDocument()
    expect(
      codesDialog
        .getByRole('listitem')
        .elements()
        .map((item) => item.textContent),
    ).toEqual(recoveryCodes)
    expect(network.sent('POST', confirmPath).map(({ body }) => body)).toEqual([{ code: '123 456' }])
  })

  test.each(['', '12345', 'abcdef'])('%j is not a code, and is not sent', async (typed) => {
    const network = await openSetup()
    await enter(typed)
    await expect
      .element(code)
      .toHaveAccessibleDescription(expect.stringContaining('Enter the six digits that your app shows.'))
    await expect.element(code).toHaveFocus()
    expect(network.sent('POST', confirmPath)).toEqual([])
  })

  test('shows the error for a wrong code at its field, until another one is typed', async () => {
    const network = await openSetup()
    network.refuse('POST', confirmPath, 'code_wrong')
    await enter('000000')
    await expect
      .element(code)
      .toHaveAccessibleDescription(expect.stringContaining(new Problem('code_wrong').message))
    await expect.element(code).toHaveFocus()
    await userEvent.type(code, '1')
    await expect.element(code).toBeValid()
  })

  test('sends a code once, regardless of how often the button is pressed', async () => {
    const network = await openSetup()
    const release = network.hold('POST', confirmPath)
    await userEvent.fill(code, '123456')
    await userEvent.dblClick(submit)
    release()
    await expect.element(codesDialog).toBeVisible()
    expect(network.sent('POST', confirmPath)).toHaveLength(1)
  })

  test.each(['too_many_requests', 'second_factor_is_on', 'unavailable'] as const)(
    'refused with %s says why, and keeps the code and the key',
    async (refusal) => {
      const network = await openSetup()
      network.refuse('POST', confirmPath, refusal)
      await enter('123456')
      await expect
        .element(setupDialog.getByRole('alert'))
        .toHaveTextContent(`Not turned on${new Problem(refusal).message}`)
      await expect.element(code).toHaveValue('123456')
    },
  )

  test('shows the error next to its button when it cannot start', async () => {
    const network = await renderTwoFactor(off)
    network.refuse('POST', startPath, 'unavailable')
    await userEvent.click(turnOn)
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(`Not turned on${new Problem('unavailable').message}`)
  })

  test('can be canceled before the code: nothing is confirmed', async () => {
    const network = await openSetup()
    await userEvent.keyboard('{Escape}')
    await expect.element(setupDialog).not.toBeInTheDocument()
    await expect.element(turnOn).toHaveFocus()
    expect(network.sent('POST', confirmPath)).toEqual([])
  })
})

describe('the recovery codes', () => {
  test('are copied one per line', async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await openCodes()
    await userEvent.click(page.getByRole('button', { name: 'Copy all' }))
    await expect
      .element(codesDialog.getByRole('status'))
      .toHaveTextContent('Copied. Keep them somewhere private.')
    expect(copy).toHaveBeenCalledExactlyOnceWith(recoveryCodes.join('\n'))
  })

  test('show a message if the browser does not copy them', async () => {
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    await openCodes()
    await userEvent.click(page.getByRole('button', { name: 'Copy all' }))
    await expect.element(codesDialog.getByRole('status')).toMatchTextContent('Your browser blocked copying.')
  })

  test('are printed with the account’s address', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue()
    await openCodes()
    await userEvent.click(page.getByRole('button', { name: 'Print' }))
    expect(print).toHaveBeenCalledOnce()
    const paper = document.querySelector('.paper')?.textContent
    expect(paper).toContain(`For ${owner.email}.`)
    for (const each of recoveryCodes) expect(paper).toContain(each)
  })

  test('are not lost by one press of Escape', async () => {
    await openCodes()
    await userEvent.keyboard('{Escape}')
    await expect.element(codesDialog.getByRole('alert')).toMatchTextContent('Did you save them?')
    await expect.element(codesDialog.getByText('7k2m-9qxw-4hfd-t3vb')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(codesDialog).not.toBeInTheDocument()
  })

  test('are removed from the page once they are saved, and cannot be printed', async () => {
    await openCodes()
    await userEvent.click(page.getByRole('button', { name: 'I saved them' }))
    await expect.element(codesDialog).not.toBeInTheDocument()
    expect(document.body.textContent).not.toContain(recoveryCodes[0])
  })
})

describe('two-step verification, turned on', () => {
  test('shows when it was turned on, and how many codes are left', async () => {
    await renderTwoFactor(on)
    await expect
      .element(page.getByText('On since Nov 1, 2026, 9:00 AM. You have 8 recovery codes left.'))
      .toBeVisible()
    await expect.element(turnOn).not.toBeInTheDocument()
  })

  test.each([
    [2, 'You have 2 recovery codes left. Create new ones now'],
    [0, 'You have no recovery codes left. Create new ones now'],
  ])('warns with %i codes left', async (recoveryCodesLeft, warning) => {
    await renderTwoFactor({ ...on, recoveryCodesLeft })
    await expect.element(page.getByText(warning, { exact: false })).toBeVisible()
  })

  test('creates new codes after confirmation', async () => {
    const network = await renderTwoFactor(on)
    await userEvent.click(createCodes)
    await expect.element(regenerateDialog).toMatchTextContent('Your current codes will stop working')
    expect(network.sent('POST', codesPath)).toEqual([])
    await userEvent.dblClick(regenerateDialog.getByRole('button', { name: 'Create new codes' }))
    await expect.element(codesDialog).toMatchTextContent(recoveryCodes.join(''))
    expect(network.sent('POST', codesPath)).toHaveLength(1)
  })

  test('shows why there are no new codes, but not again the next time', async () => {
    const network = await renderTwoFactor(on)
    network.disconnect('POST', codesPath)
    await userEvent.click(createCodes)
    await userEvent.click(regenerateDialog.getByRole('button', { name: 'Create new codes' }))
    await expect
      .element(regenerateDialog.getByRole('alert'))
      .toMatchTextContent('No new codesLanyard cannot be reached.')
    await userEvent.click(regenerateDialog.getByRole('button', { name: 'Cancel' }))
    await userEvent.click(createCodes)
    await expect.element(regenerateDialog.getByRole('alert')).not.toBeInTheDocument()
  })

  test('is turned off after confirmation', async () => {
    const network = await renderTwoFactor(on)
    await userEvent.click(turnOff)
    await expect.element(removeDialog).toMatchTextContent('Your password alone will open your vault.')
    await userEvent.click(removeDialog.getByRole('button', { name: 'Turn it off' }))
    await expect.element(status).toHaveTextContent('Two-step verification is off')
    expect(network.sent('POST', removePath)).toHaveLength(1)
  })

  test('stays on if that fails or is canceled', async () => {
    const network = await renderTwoFactor(on)
    network.refuse('POST', removePath, 'unavailable')
    await userEvent.click(turnOff)
    await userEvent.click(removeDialog.getByRole('button', { name: 'Turn it off' }))
    await expect.element(removeDialog.getByRole('alert')).toMatchTextContent('Not turned off')
    await userEvent.click(removeDialog.getByRole('button', { name: 'Leave it on' }))
    await expect.element(removeDialog).not.toBeInTheDocument()
    expect(network.sent('POST', removePath)).toHaveLength(1)
  })
})

import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accessTokenList } from '#shared/auth/access-token.ts'
import { done } from '#shared/auth/answers.ts'
import { providerList, type SignInMethods, sessionList } from '#shared/auth/sign-in-methods.ts'
import { Problem } from '#shared/http/errors.ts'
import { stubNetwork } from '#testing/web/network.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { answerSignInMethods, sampleProfile } from '#testing/web/sign-in-answers.ts'
import { ReauthenticationView } from '#web/auth/reauthentication/reauthentication-view.tsx'
import { SecurityView } from './security-view.tsx'

const methodsPath = '/api/users/me/sign-in-methods'
const removePath = '/api/auth/second-factor/remove'
const createdAt = '2026-11-01T15:00:00.000Z'
const on = { isOn: true, since: createdAt, recoveryCodesLeft: 8 }
const hospital = { id: 'a-1', provider: 'hospital', providerName: 'Mercy Hospital', createdAt }

function answerSecurity(methods?: Partial<SignInMethods>) {
  const network = stubNetwork()
  answerSignInMethods(network, methods)
  network.answer('GET', '/api/users/me/sessions', sessionList, { items: [] })
  network.answer('GET', '/api/users/me/tokens', accessTokenList, { items: [] })
  network.answer('GET', '/api/auth/providers', providerList, { items: [] })
  return network
}

const screen = (
  <>
    <SecurityView user={sampleProfile} />
    <ReauthenticationView />
  </>
)
const renderSecurity = (search = '') =>
  renderInApp(screen, { route: '/settings', path: `/settings?section=security${search}` })

describe('the security of an account', () => {
  test('has a section for each part, the most often needed first and access tokens folded', async () => {
    answerSecurity()
    await renderSecurity()
    await expect.element(page.getByRole('heading', { name: 'Your password' })).toBeVisible()
    expect(
      page
        .getByRole('heading', { level: 3 })
        .elements()
        .map((heading) => heading.textContent),
    ).toEqual(['Your password', 'Where you are signed in', 'Two-step verification', 'Passkeys', 'Your email'])
    await userEvent.click(page.getByText('For your own tools: access tokens'))
    await expect.element(page.getByRole('heading', { name: 'Access tokens' })).toBeVisible()
    await expect
      .element(page.getByText('You sign in with your password, or by a link to your email.'))
      .toBeVisible()
  })

  test('shows the reason when it cannot be loaded, and loads again', async () => {
    const network = answerSecurity()
    network.disconnect('GET', methodsPath)
    await renderSecurity()
    await expect.element(page.getByRole('alert')).toMatchTextContent('Lanyard cannot be reached.')
    answerSignInMethods(network)
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.element(page.getByRole('heading', { name: 'Your password' })).toBeVisible()
  })

  test('asks to confirm it’s you before a change, and shows the change', async () => {
    const network = answerSecurity({ secondFactor: on })
    network.refuse('POST', removePath, 'reauthentication_needed')
    await renderSecurity()
    await userEvent.click(page.getByRole('button', { name: 'Turn it off' }))
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Turn it off' }))
    const code = page.getByRole('textbox', { name: 'Code from your app' })
    await expect.element(code).toHaveFocus()
    network.answer('POST', '/api/auth/reauthenticate', done, { status: true })
    network.answer('POST', removePath, done, { status: true })
    answerSignInMethods(network)
    await userEvent.keyboard('123456{Enter}')
    await expect.element(page.getByText(/^Off\. When it’s on/)).toBeVisible()
    expect(network.sent('POST', removePath)).toHaveLength(2)
  })

  test('changes nothing and shows no error when that dialog is closed', async () => {
    const network = answerSecurity({ secondFactor: on })
    network.refuse('POST', removePath, 'reauthentication_needed')
    await renderSecurity()
    await userEvent.click(page.getByRole('button', { name: 'Turn it off' }))
    const asked = page.getByRole('alertdialog', { name: 'Turn off two-step verification?' })
    await userEvent.click(asked.getByRole('button', { name: 'Turn it off' }))
    await expect.element(page.getByRole('dialog', { name: 'Confirm it’s you' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(asked).toBeVisible()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    expect(network.sent('POST', removePath)).toHaveLength(1)
  })
})

describe('back from another service', () => {
  test('a new link is confirmed by its name', async () => {
    answerSecurity({ linkedAccounts: [hospital] })
    await renderSecurity('&linked=hospital')
    await expect
      .element(page.getByText('Mercy Hospital is linked. You can sign in with it now.'))
      .toHaveRole('status')
  })

  test('does not confirm a link that does not exist', async () => {
    answerSecurity()
    await renderSecurity('&linked=hospital')
    await expect.element(page.getByRole('heading', { name: 'Your password' })).toBeVisible()
    await expect.element(page.getByText(/is linked/)).not.toBeInTheDocument()
  })

  test.each(['already_linked', 'provider_cancelled'] as const)('%s is explained first', async (code) => {
    answerSecurity()
    await renderSecurity(`&problem=${code}`)
    const { title, message } = new Problem(code)
    await expect.element(page.getByRole('alert')).toHaveTextContent(`${title}${message}`)
  })

  test('ignores an unknown problem code', async () => {
    answerSecurity()
    await renderSecurity('&problem=toString')
    await expect.element(page.getByRole('heading', { name: 'Your password' })).toBeVisible()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })
})

import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Problem } from '#shared/http/errors.ts'
import { renderInApp } from '#testing/web/render.tsx'
import { useAuthAction } from './use-auth-action.ts'

const told: string[] = []

function LoginButton() {
  const login = useAuthAction('Login failed', async (_input: null) => {
    throw new Problem('INVALID_EMAIL_OR_PASSWORD')
  })
  return (
    <button type="button" onClick={() => login.run(null).catch((error: Error) => told.push(error.message))}>
      Sign in
    </button>
  )
}

test('a failure is shown in a toast and reaches the caller too', async () => {
  await renderInApp(<LoginButton />)
  await userEvent.click(page.getByRole('button', { name: 'Sign in' }))
  const detail = 'That email and password do not match.'
  await expect.element(page.getByRole('alert')).toMatchTextContent(`Login failed${detail}`)
  expect(told).toEqual([detail])
})

import { themeProblems } from './accessibility.ts'
import { fillSignIn, send } from './account.ts'
import { expect, test } from './fixtures.ts'
import { expectHeading, press } from './pages.ts'
import { phone } from './screens.ts'

test.use(phone)

test('a recruiter sends a request link whose content never reaches the server; the nurse signs in, matches it and saves it', async ({
  owner: { page: nurse, email },
  openPage,
  faults,
}) => {
  const card = { kind: 'certification', name: 'Basic Life Support', code: 'BLS', issuer: 'AHA' }
  await send(nurse, '/api/credentials', { ...card, expiresAt: '2099-12-31' })
  await send(nurse, '/api/credentials', { kind: 'license', type: 'RN', state: 'TX', expiresAt: '2099-12-31' })
  const problems: string[] = []

  const { page: recruiter } = await openPage(phone)
  const requests: string[] = []
  recruiter.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`))
  await recruiter.goto('/request')
  await recruiter.getByLabel('Who asks').fill('Dana of Lone Star')
  await recruiter.getByLabel('Job or contract').fill('ICU nights in Austin')
  await press(recruiter, 'Paste a checklist')
  await recruiter.getByLabel('The checklist').fill('• BLS, through 12/31/2098\n• MMR titer')
  await press(recruiter, 'Add 2 items')
  problems.push(...(await themeProblems(recruiter, 'request')))
  await press(recruiter, 'Make the link')
  const link = await recruiter.getByLabel('Link to send', { exact: true }).inputValue()
  const fragment = new URL(link).hash.slice(1)

  const { page: visitor } = await openPage(phone)
  visitor.on('request', (request) => requests.push(`${request.url()} ${request.postData() ?? ''}`))
  await visitor.goto(link)
  await expect(
    visitor.getByText('Claims to be from Dana of Lone Star. Lanyard has not checked that.'),
  ).toBeVisible()
  problems.push(...(await themeProblems(visitor, 'asked')))
  await visitor.getByRole('link', { name: 'Sign in or create an account' }).click()
  await fillSignIn(visitor, email)
  await press(visitor, 'Sign in')
  await expect(visitor.getByText('1 of 2 held, 1 left to do.')).toBeVisible()
  problems.push(...(await themeProblems(visitor, 'matched')))
  expect(requests.filter((request) => request.includes(fragment) || request.includes('Dana'))).toEqual([])

  await visitor.getByRole('link', { name: 'Share exactly this (1)' }).click()
  await expect(visitor.getByRole('checkbox', { name: /BLS/ })).toBeChecked()
  await expect(visitor.getByText('1 item selected.')).toBeVisible()
  await visitor.goBack()
  await press(visitor, 'Save this list')
  await expectHeading(visitor, 'ICU nights in Austin')
  await expect(visitor.getByText(/Requested by Dana of Lone Star\./)).toBeVisible()
  expect(problems).toEqual([])
  expect(faults).toEqual([])
})

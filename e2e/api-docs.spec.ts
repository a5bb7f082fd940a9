import { expect, test } from './fixtures.ts'

/** Redoc with all its dependencies, compressed. Only this page loads it. */
const MOST_BYTES = 620_000

test('the API page shows every operation and loads nothing from another origin', async ({
  page,
  baseURL,
}) => {
  const problems: string[] = []
  const requests: string[] = []
  let bytes = 0
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('request', (request) => requests.push(request.url()))
  page.on('response', async (response) => {
    bytes += (await response.request().sizes()).responseBodySize
  })
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: /^Lanyard/ })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('/api/credentials').first()).toBeAttached()
  expect(problems).toEqual([])
  expect(requests.filter((url) => !url.startsWith(baseURL ?? ' '))).toEqual([])
  expect(bytes).toBeLessThan(MOST_BYTES)
})

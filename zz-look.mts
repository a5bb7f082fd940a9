import { chromium } from '@playwright/test'
const base = 'http://localhost:8954'
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
const context = await browser.newContext({ baseURL: base, timezoneId: 'America/Chicago', extraHTTPHeaders: { origin: base } })
const post = async (path: string, data: object) => {
  const r = await context.request.post(path, { data })
  if (!r.ok()) throw new Error(`${path} ${r.status()} ${await r.text()}`)
  return r.json()
}
await post('/api/auth/sign-up/email', { email: `ann${Date.now()}@example.com`, password: 'violet tractor moon 41', name: "Ann O'Brien", firstName: 'Ann', lastName: "O'Brien", locale: 'en-US', timeZone: 'America/Chicago' })
const license = await post('/api/credentials', { kind: 'license', type: 'RN', state: 'TX', number: 'RN-884-4821', expiresAt: '2027-03-31', multistate: true })
const cycle = await post('/api/ceu-cycles', { state: 'TX', cycleStart: '2025-04-01', cycleEnd: '2027-03-31', requiredHours: 20, licenseId: license.id, ruleId: 'TX-RN' })
const entry = await post('/api/ceu-entries', { cycleId: cycle.id, title: 'Ethics', provider: 'ANA', hours: 5, completedAt: '2026-02-14' })
const gone = await post('/api/ceu-entries', { cycleId: cycle.id, title: 'Sepsis in the ICU', provider: 'ANA', hours: 2, completedAt: '2026-02-14' })
await context.request.delete(`/api/ceu-entries/${gone.id}`)
await post('/api/lookups', { credentialId: license.id, lookedUpOn: '2026-07-26', place: 'Nursys QuickConfirm', status: 'Unencumbered (full unrestricted license)', expiresAt: '2027-03-31', lastFour: '4821' })
await post('/api/lookups', { credentialId: license.id, lookedUpOn: '2026-11-20', place: 'Nursys QuickConfirm', status: 'Expired', expiresAt: '2029-03-31', lastFour: '0001' })
const share = await post('/api/share', { resourceType: 'license', resourceId: license.id })
const page = await context.newPage()
const errors: string[] = []
page.on('pageerror', (e) => errors.push(e.message))
const shot = async (name: string, path: string, ready: string, act?: () => Promise<void>) => {
  for (const [theme, width] of [['light', 390], ['dark', 390], ['light', 1280], ['dark', 1280]] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 900 })
    await page.goto(path)
    await page.getByText(ready).first().waitFor({ timeout: 15000 })
    if (act) await act()
    await page.waitForTimeout(400)
    await page.screenshot({ path: `/tmp/sc-${name}-${width}-${theme}.png`, fullPage: true })
    const over = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
    if (over) console.log('OVERFLOW', name, width)
  }
}
await shot('credential', `/credentials/${license.id}`, 'Looked up with the board', async () => { await page.getByText(/^All 2 look-ups/).click() })
await shot('form', `/credentials/${license.id}/lookup`, 'What did it say?')
await shot('edit', `/credentials/${license.id}/edit?expiresAt=2029-03-31`, 'Back to')
await shot('states', '/credentials/states?state=GU&date=2027-01-15', 'State by state')
await shot('entry', `/credentials/cycles/${cycle.id}`, 'Ethics', async () => { await page.getByText('Ethics', { exact: true }).first().click(); await page.getByText(/Keep its proof|keep it/).waitFor(); await page.getByRole('button', { name: 'Delete Ethics' }).click() })
await shot('dash', '/', 'Where you can work')
await shot('trash', '/settings?section=trash', 'Sepsis')
await shot('share', `/share/${share.token}`, 'Open').catch((e) => console.log(String(e)))
console.log('errors', errors)
// update the date and undo
await page.goto(`/credentials/${license.id}`)
await page.getByRole('link', { name: 'Update the date' }).click()
await page.getByRole('button', { name: /Save/ }).click()
await page.getByRole('button', { name: 'Undo' }).click()
await page.getByText('The date is as it was before').waitFor()
console.log((await (await context.request.get(`/api/credentials/${license.id}`)).json()).expiresAt)
// share opened
await page.goto(`/share/${share.token}`)
await page.getByRole('button', { name: /Open|View|See/ }).first().click()
await page.getByText(/Checked by the holder/).waitFor()
await page.setViewportSize({ width: 390, height: 900 })
await page.screenshot({ path: '/tmp/sc-shareopen-390.png', fullPage: true })
await browser.close()

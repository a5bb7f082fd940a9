import { expect, type Page } from '@playwright/test'
import { expectHeading, headings, press } from './pages.ts'

/** Opens a page and waits until this device has the program and the copy. */
export async function keepOnDevice(page: Page, path = '/'): Promise<void> {
  await page.goto(path)
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration()
        return registration?.active?.state === 'activated' && localStorage.getItem('lanyard-offline') !== null
      }),
    )
    .toBe(true)
  await expect.poll(() => namesOnDevice(page)).toContain('vault')
}

/** The names of the stored items, which are ids and kinds. */
export const namesOnDevice = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const request = indexedDB.open('lanyard-offline')
        request.onsuccess = () => {
          const records = request.result.transaction('records').objectStore('records').getAllKeys()
          records.onsuccess = () => {
            request.result.close()
            resolve(records.result.map(String))
          }
        }
      }),
  )

export const bar = (page: Page) => page.getByRole('complementary', { name: 'This device' })
export const waiting = (page: Page, count: number) =>
  page.getByRole('button', { name: `Waiting to be sent (${count})` })

export async function addLicense(page: Page, given: string): Promise<void> {
  await page.goto('/upload?kind=license')
  await expectHeading(page, headings.upload)
  // The default type is filled in until the owner starts typing.
  await expect(page.getByRole('combobox', { name: 'License type' })).toHaveValue('RN')
  await page.getByRole('combobox', { name: 'State' }).fill('Ohio')
  await page.getByRole('option', { name: 'Ohio' }).click()
  await page.getByLabel('Number', { exact: true }).fill(given)
  await page.getByLabel('Does not expire').check({ force: true })
  await press(page, 'Save to My Vault')
}

/** Everything in IndexedDB, Cache Storage and localStorage, read as text. */
export function storedText(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const parts: string[] = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const { url } of await cache.keys()) parts.push(url)
      for (const response of await cache.matchAll()) parts.push(await response.text())
    }
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name)
        request.onsuccess = () => resolve(request.result)
      })
      for (const store of database.objectStoreNames) {
        const records = await new Promise<unknown[]>((resolve) => {
          const request = database.transaction(store).objectStore(store).getAll()
          request.onsuccess = () => resolve(request.result)
        })
        for (const record of records)
          for (const value of Object.values(record ?? {}))
            parts.push(
              value instanceof ArrayBuffer
                ? new TextDecoder('latin1').decode(value)
                : (JSON.stringify(value) ?? ''),
            )
      }
      database.close()
    }
    return parts.join('\n')
  })
}

import { afterAll, afterEach } from 'vitest'
import type { Browser } from './browser.ts'
import { openTestServices, type TestServices, type TestServicesOptions } from './test-services.ts'

/** The services for all tests of the calling file: emptied after each test and closed after the last. */
export async function openFileServices(options: TestServicesOptions = {}): Promise<TestServices> {
  const services = await openTestServices(options)
  afterEach(async () => {
    await services.database.clear()
    services.outbox().length = 0
  })
  afterAll(() => services.close())
  return services
}

/** A browser with copies of the cookies, like a thief's. */
export function copyBrowser(services: TestServices, { cookies }: Pick<Browser, 'cookies'>): Browser {
  const copy = services.stranger()
  for (const [name, value] of cookies) copy.cookies.set(name, value)
  return copy
}

import type { Hono } from 'hono'
import { createApp } from '#server/app.ts'
import { type Browser, openBrowser } from './browser.ts'
import type { Nurse, TestServices } from './test-services.ts'

/**
 * The nurse's browser on another server process with the same database. Anything that a process keeps in memory is
 * missing there.
 */
export function onAnotherServer(services: TestServices, nurse: Nurse): Browser {
  const browser = openBrowser(createApp(services) as unknown as Hono, services.config.publicUrl)
  for (const [name, value] of nurse.cookies) browser.cookies.set(name, value)
  return browser
}

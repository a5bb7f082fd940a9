import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { afterAll, beforeEach } from 'vitest'
import { createApp } from '#server/app.ts'
import { shares } from '#server/shares/table.ts'
import { addLicense } from './share-links.ts'
import { openTestServices, type TestServices } from './test-services.ts'

type PageSite = { app: Hono; close(): void }

/** The whole app with two placeholders for the built pages. */
function openPageSite(services: TestServices): PageSite {
  const folder = mkdtempSync(join(tmpdir(), 'lanyard-web-'))
  for (const page of ['index.html', 'app.html']) writeFileSync(join(folder, page), '<!doctype html>')
  return {
    app: createApp(services, folder) as unknown as Hono,
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** For all tests of the calling file: the site, and Ann with a license. Each test starts without a share. */
export async function openLicenseSite() {
  const services = await openTestServices()
  const ann = await services.nurse('ann')
  const license = await addLicense(ann)
  const { app, close } = openPageSite(services)
  beforeEach(async () => void (await services.db.delete(shares)))
  afterAll(async () => {
    close()
    await services.close()
  })
  return { services, app, ann, license }
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { createApp } from '#server/app.ts'
import type { TestServices } from './test-services.ts'

export type PageSite = { app: Hono; close(): void }

/** The whole app with two placeholders for the built pages. */
export function openPageSite(services: TestServices): PageSite {
  const folder = mkdtempSync(join(tmpdir(), 'lanyard-web-'))
  for (const page of ['index.html', 'app.html']) writeFileSync(join(folder, page), '<!doctype html>')
  return {
    app: createApp(services, folder) as unknown as Hono,
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { desktop } from './e2e/screens.ts'

// Only with `EVERYTHING=1`, as are single tests with the tag `@long`.
const longest = [
  'account-settings.spec.ts',
  'export-import.spec.ts',
  'page-behavior.spec.ts',
  'sign-in-methods-*.spec.ts',
]

const onPath = (name: string) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(existsSync)

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  testIgnore: process.env.EVERYTHING ? [] : longest,
  // A third of a test's time is spent waiting, for a server to start or a screen to settle.
  workers: 4,
  // Only what hangs reaches these: a machine with ten times its load is ten times slower, and nothing is wrong.
  timeout: 900_000,
  expect: { timeout: 120_000 },
  outputDir: '.cache/playwright',
  reporter: [['list'], ['json', { outputFile: '.cache/playwright-results.json' }]],
  use: {
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? onPath('chromium') ?? onPath('google-chrome'),
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
    ...desktop,
    colorScheme: 'light',
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
  },
})

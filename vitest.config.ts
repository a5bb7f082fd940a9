import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { pdfParts } from './scripts/pdf-parts.ts'
import { preactForReact } from './scripts/preact-for-react.ts'
import { ResultsReporter } from './src/testing/results-reporter.ts'

// What needs no server: files of the embedded database, documents and texts.
const withoutServer = [
  'src/server/{db/pglite,storage,documents/pdf}/**/*.test.ts',
  'src/server/i18n/*.test.ts',
  'src/server/mail/messages.test.ts',
]

// Tests that need several databases, which only a server has; and documents in a bucket, where the kind of database
// does not matter.
const withServer = [
  'src/server/plans.test.ts',
  'src/server/backup/*.test.ts',
  'src/server/files/bucket.test.ts',
]

// On both databases: what opens them, leases, and what is done once. All others run on the server only, which is three
// times as fast and answers the same SQL; browser tests and whole servers (`e2e`) run all of Lanyard on the embedded one.
// `EVERYTHING=1 npm test` runs all of them on both.
const onBoth = ['src/server/db/*.test.ts', 'src/server/{jobs/scheduler,http/idempotency-store}.test.ts']

// Three years in six zones, backups in all their forms, thousands of hostile, dropped or costly requests, random orders of
// a thief and an owner, and documents: only with `EVERYTHING=1`.
const longest = [
  'src/server/{dropped-connections,dropped-operations,request-costs}.test.ts',
  'src/server/reminders/proof-changes.test.ts',
  'src/server/auth/recovery/recovery-property.test.ts',
  'src/server/backup/backup.test.ts',
  'src/server/reminders/proof-years.test.ts',
  'src/server/ceu/hostile.test.ts',
  'src/server/shares/packet-hostile.test.ts',
  'src/server/transfer/{hostile,import-routes}.test.ts',
  'src/server/auth/recovery/recovery-orders.test.ts',
]

// The embedded database is killed at random moments, or traced at each write, for half a minute: only with `EVERYTHING=1`.
const killedEmbedded = ['src/server/db/pglite/{durable-fs,first-start,kill}.test.ts']

// Minutes of kills and of waiting for the leases of killed processes, and jobs in Chromium, in which all browser tests run:
// only with `EVERYTHING=1`.
const longProcesses = [
  'e2e/engine-chromium.test.ts',
  'e2e/{admin,rules,ceu-kill,ceu-processes,faults,import-kill,reminders-kill,removal-kill,backup}.test.ts',
]

// Screens with so many fields that filling them takes a minute, and dialogs that browser tests walk through: only with
// `EVERYTHING=1`.
const longForms = [
  'src/web/auth/reauthentication/reauthentication-dialog.test.tsx',
  'src/web/auth/sign-in/{request-link-form,sign-in-method-list,two-factor-form}.test.tsx',
  'src/web/auth/security/passkey-list.test.tsx',
  'src/web/account/profile-form.test.tsx',
  'src/web/ceu/entries/{entry-edit-page,transcript-drafts}.test.tsx',
  'src/web/credentials/certification-form.test.tsx',
  'src/web/credentials/pages/show-card-dialog.test.tsx',
  'src/web/files/capture/combine-dialog.test.tsx',
  'src/web/settings/settings-page.test.tsx',
  'src/web/transfer/{export-card,import-card}.test.tsx',
  'src/web/upload/upload-renewal.test.tsx',
  'src/web/auth/sign-in/{register-form,sign-in-form}.test.tsx',
  'src/web/account-deletion/delete-account-dialog.test.tsx',
  'src/web/auth/idle-timeout/idle-timeout-view.test.tsx',
  'src/web/auth/security/{password-change-view,two-factor-view}.test.tsx',
  'src/web/ceu/cycles/cycle-new-page.test.tsx',
  'src/web/ceu/entries/entry-new-page.test.tsx',
  'src/web/ceu/import/entry-import-page.test.tsx',
  'src/web/credentials/license-form.test.tsx',
  'src/web/files/capture/{adjust-dialog,capture-layout}.test.tsx',
  'src/web/reminders/reminder-settings-form.test.tsx',
  'src/web/renewals/renewal-page.test.tsx',
  'src/web/shares/form/share-form.test.tsx',
  'src/web/shares/owner/share-detail-page.test.tsx',
  'src/web/upload/upload-page.test.tsx',
  'src/web/shares/redaction/{earlier-boxes,redaction}.test.tsx',
]

// Single tests that take seconds: `npm test` leaves them out without `EVERYTHING=1`.
const tags = [{ name: 'long', description: 'Takes seconds.' }]

/** Only what hangs reaches it: a machine with ten times its load is ten times slower, and nothing is wrong. */
const patient = 600_000

const chromiumArgs = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']

export default defineConfig({
  test: {
    reporters: ['default', new ResultsReporter('.cache/vitest-results.json')],
    // By default vitest leaves one CPU idle, which wastes half of the capacity. A third of a worker's time is spent waiting.
    maxWorkers: 4,
    tags,
    // On a busy machine what is waited for may take seconds.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['src/shared/**/*.test.ts', 'src/testing/*.test.ts'],
          setupFiles: ['./src/testing/fixed-seed.ts'],
          // Files share their modules, so none of them may replace one.
          isolate: false,
          testTimeout: patient,
        },
      },
      {
        extends: true,
        test: {
          name: 'embedded',
          include: process.env.EVERYTHING ? ['src/server/**/*.test.ts'] : [...withoutServer, ...onBoth],
          exclude: process.env.EVERYTHING ? withServer : killedEmbedded,
          // Each file has its own database, and nothing else is stateful.
          isolate: false,
          setupFiles: ['./src/testing/fixed-seed.ts'],
          globalSetup: './src/testing/global-setup.ts',
          testTimeout: patient,
          hookTimeout: patient,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['src/server/**/*.test.ts'],
          exclude: process.env.EVERYTHING ? withoutServer : [...withoutServer, ...longest],
          isolate: false,
          setupFiles: ['./src/testing/fixed-seed.ts'],
          globalSetup: './src/testing/global-setup.ts',
          testTimeout: patient,
          hookTimeout: patient,
        },
      },
      {
        extends: true,
        oxc: { jsx: { runtime: 'automatic' } },
        // Packages that import React get Preact, as in the browser, if they are modules.
        resolve: { alias: preactForReact },
        ssr: { resolve: { conditions: ['module', 'node'] } },
        test: {
          name: 'web',
          include: ['src/web/**/*.test.ts', 'scripts/*.test.ts'],
          server: { deps: { inline: [/react|downshift/] } },
          testTimeout: patient,
        },
      },
      {
        extends: true,
        resolve: { alias: preactForReact },
        plugins: [react({ compiler: { compilationMode: 'annotation' } }), tailwindcss(), pdfParts],
        // Vite cannot find dependencies that the compiler adds or a worker loads before a test runs. If it finds one
        // during a run, it bundles all of them again and reloads, and the page then has two copies of React.
        optimizeDeps: {
          entries: ['src/web/**/*.tsx', 'src/testing/web/*.tsx'],
          include: [
            '@cantoo/pdf-lib',
            'react/compiler-runtime',
            'react/jsx-dev-runtime',
            'react/jsx-runtime',
            'react-dom/client',
            'pdfjs-dist',
            'vitest-browser-react',
          ],
        },
        test: {
          name: 'components',
          include: ['src/web/**/*.test.tsx'],
          exclude: process.env.EVERYTHING ? [] : longForms,
          // Loading all modules anew for each file costs a quarter of the time.
          isolate: false,
          setupFiles: ['./src/testing/web/clean-page.ts'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            viewport: { width: 1280, height: 900 },
            provider: playwright({
              launchOptions: {
                executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
                args: chromiumArgs,
              },
              contextOptions: {
                colorScheme: 'light',
                reducedMotion: 'reduce',
                locale: 'en-US',
                timezoneId: 'America/Chicago',
              },
              // A click on a missing element fails by itself, and names it.
              actionTimeout: 60_000,
            }),
            instances: [{ browser: 'chromium' }],
          },
          testTimeout: patient,
          hookTimeout: patient,
        },
      },
      {
        extends: true,
        test: {
          name: 'processes',
          // Whole servers without a browser: they mostly wait, so four of them share the CPUs.
          include: ['e2e/*.test.ts'],
          setupFiles: ['./e2e/connection-per-request.ts'],
          exclude: process.env.EVERYTHING ? [] : longProcesses,
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
          testTimeout: patient,
          hookTimeout: patient,
        },
      },
    ],
  },
})

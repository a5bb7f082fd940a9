import type { ApplePassSettings } from '#server/kernel/apple-pass-settings.ts'
import type { Services } from '#server/services.ts'
import { listDevices, removeDevices } from './device-store.ts'
import { endOvertaken, listDue, markChanged, purgeVoid, setPushDue } from './due-store.ts'
import { googleObject } from './google-service.ts'
import {
  type GooglePlace,
  type GoogleWallet,
  googlePlace,
  openGoogleWallet,
} from './google-update-service.ts'
import { applePush, type PushPlace, pushToDevices } from './push-service.ts'
import { readPass } from './service.ts'
import type { PassRow } from './store.ts'

const MOST_TRIES = 20
const LONGEST_WAIT_MS = 6 * 3_600_000
const KEPT_MS = 30 * 86_400_000

type Places = { apple?: PushPlace; google?: GooglePlace }

/**
 * Finds the passes that changed, asks Apple to notify their devices, and sends the changes to Google; safe to run
 * again.
 */
export async function updatePasses(
  services: Services,
  { apple = applePush, google = googlePlace }: Places = {},
): Promise<void> {
  const { db, clock } = services
  const { applePass, googleWallet, OUTBOUND_HOSTS: hosts } = services.config
  if (applePass === null && googleWallet === null) return
  const now = clock.now()
  await endOvertaken(db, now)
  await markChanged(db, now)
  await purgeVoid(db, new Date(now.getTime() - KEPT_MS))
  if (applePass !== null) {
    for (const pass of await listDue(db, 'apple', now))
      await settle(services, pass, await tellDevices(services, applePass, pass, apple))
  }
  if (googleWallet !== null) {
    const wallet = openGoogleWallet({ settings: googleWallet, hosts, place: google, now })
    for (const pass of await listDue(db, 'google', now))
      await settle(services, pass, await tellGoogle(services, wallet, pass))
  }
}

/** Whether all of these devices were notified. */
async function tellDevices(
  { db, config, log }: Services,
  settings: ApplePassSettings,
  pass: PassRow,
  place: PushPlace,
): Promise<boolean> {
  const devices = await listDevices(db, pass.id)
  const tokens = devices.map(({ pushToken }) => pushToken)
  const outcomes =
    tokens.length === 0 ? [] : await pushToDevices(tokens, { settings, hosts: config.OUTBOUND_HOSTS, place })
  const gone = devices.filter((_, index) => outcomes[index] === 'gone')
  await removeDevices(
    db,
    gone.map(({ id }) => id),
  )
  const failed = outcomes.filter((each) => each === 'failed').length
  if (failed > 0) log.info({ devices: failed, tries: pass.pushTries + 1 }, 'passes: Apple was not reached')
  return failed === 0
}

/** Whether Google has the current content, or never had the pass. */
async function tellGoogle(services: Services, wallet: GoogleWallet, pass: PassRow): Promise<boolean> {
  const { config, clock, db, log } = services
  if (config.googleWallet === null) return true
  const object = googleObject({
    ...{ settings: config.googleWallet, publicUrl: config.publicUrl, serial: pass.serial },
    ...{ ...(await readPass(db, pass)), now: clock.now() },
  })
  const failure = await wallet.patch(object)
  if (failure !== null)
    log.info({ reason: failure, tries: pass.pushTries + 1 }, 'passes: Google was not told of a change')
  return failure === null
}

/** A failed update is due again, after a longer wait each time. */
async function settle({ db, clock }: Services, pass: PassRow, isDone: boolean): Promise<void> {
  const isOver = isDone || pass.pushTries + 1 >= MOST_TRIES
  const wait = Math.min(60_000 * 2 ** pass.pushTries, LONGEST_WAIT_MS)
  await setPushDue(db, pass, isOver ? null : new Date(clock.now().getTime() + wait))
}

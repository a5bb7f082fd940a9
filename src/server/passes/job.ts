import type { ApplePassSettings } from '#server/kernel/apple-pass-settings.ts'
import type { Services } from '#server/services.ts'
import { applePush, type PushPlace, pushToDevices } from './push-service.ts'
import {
  listDevices,
  listDue,
  markChanged,
  type PassRow,
  purgeVoid,
  removeDevices,
  setPushDue,
} from './store.ts'

const MOST_TRIES = 20
const LONGEST_WAIT_MS = 6 * 3_600_000
const KEPT_MS = 30 * 86_400_000

/** Finds the passes that changed and asks Apple to tell their devices; safe to run again. */
export async function updatePasses(services: Services, place: PushPlace = applePush): Promise<void> {
  const { db, clock, config } = services
  if (config.applePass === null) return
  const now = clock.now()
  await markChanged(db, now)
  await purgeVoid(db, new Date(now.getTime() - KEPT_MS))
  for (const pass of await listDue(db, now)) await tellDevices(services, config.applePass, pass, place)
}

async function tellDevices(
  { db, clock, config, log }: Services,
  settings: ApplePassSettings,
  pass: PassRow,
  place: PushPlace,
): Promise<void> {
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
  const isOver = failed === 0 || pass.pushTries + 1 >= MOST_TRIES
  if (failed > 0) log.info({ devices: failed, tries: pass.pushTries + 1 }, 'passes: Apple was not reached')
  const wait = Math.min(60_000 * 2 ** pass.pushTries, LONGEST_WAIT_MS)
  await setPushDue(db, pass, isOver ? null : new Date(clock.now().getTime() + wait))
}

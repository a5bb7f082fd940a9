/** Answers are on their way for a while, and days are not counted in seconds. */
const TOLERANCE_MS = 60_000

let aheadMs = 0

/** Notes the time of an answer of the server, because a device's clock may be wrong by days or years. */
export function noteServerTime(time: string | null | undefined): void {
  const ahead = Date.parse(time ?? '') - Date.now()
  if (!Number.isNaN(ahead)) aheadMs = Math.abs(ahead) < TOLERANCE_MS ? 0 : ahead
}

/** The time by the server's clock: for what is due or ends on the server. */
export function serverNow(): Date {
  return new Date(Date.now() + aheadMs)
}

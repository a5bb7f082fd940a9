/** The source of "now", so that tests can set the date. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

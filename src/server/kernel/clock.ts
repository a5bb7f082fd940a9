/** Where "now" comes from, so that a test can say what day it is. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

import { setTimeout as delay } from 'node:timers/promises'

/**
 * Responses that could reveal whether an address has an account are sent at multiples of this many milliseconds. The
 * work behind them differs by a few queries: 2 ms on an idle machine, 20 ms on an overloaded one. The padding hides
 * both.
 */
export const responseTimePadding = { signIn: 250, mail: 250, signUp: 500 }
export type ResponseTimePadding = typeof responseTimePadding

/**
 * Waits until the time since `startedAt` (of `performance.now()`) is a multiple of `step` milliseconds. With 0 it does
 * not wait.
 */
export async function padResponseTime(step: number, startedAt: number): Promise<void> {
  if (step > 0) await delay(step - ((performance.now() - startedAt) % step))
}

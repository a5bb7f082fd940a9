import { describe, expect, it } from 'vitest'
import { Problem } from '#shared/http/errors.ts'
import { currentReauthentication, withReauthentication } from './use-reauthentication.ts'

const needed = () => new Problem('reauthentication_needed')

/** A server that asks `times` times before it does what it is told. */
function server(times: number) {
  const calls: string[] = []
  const work = async () => {
    calls.push('tried')
    if (calls.length <= times) throw needed()
    return 'done'
  }
  return { calls, work }
}

const soon = () => new Promise((resolve) => setTimeout(resolve))

describe('a nurse', () => {
  it('who proved herself lately is asked nothing', async () => {
    const { calls, work } = server(0)
    expect(await withReauthentication(work)).toBe('done')
    expect(currentReauthentication()).toBeNull()
    expect(calls).toHaveLength(1)
  })

  it('is asked once, and what she wanted is done', async () => {
    const { calls, work } = server(1)
    const wanted = withReauthentication(work)
    await soon()
    currentReauthentication()?.settle()
    expect(await wanted).toBe('done')
    expect(currentReauthentication()).toBeNull()
    expect(calls).toHaveLength(2)
  })

  it('is not asked for ever where her proof is not what is missing', async () => {
    const wanted = withReauthentication(server(2).work)
    const refused = wanted.catch((error: Problem) => error.code)
    await soon()
    currentReauthentication()?.settle()
    expect(await refused).toBe('reauthentication_needed')
    expect(currentReauthentication()).toBeNull()
  })

  it('who closes the dialog has changed nothing', async () => {
    const { calls, work } = server(1)
    const wanted = withReauthentication(work)
    const refused = wanted.catch((error: Problem) => error.code)
    await soon()
    currentReauthentication()?.settle(new Problem('cancelled'))
    expect(await refused).toBe('cancelled')
    expect(currentReauthentication()).toBeNull()
    expect(calls).toHaveLength(1)
  })

  it('who wants two things at once answers one dialog', async () => {
    const both = Promise.all([withReauthentication(server(1).work), withReauthentication(server(1).work)])
    await soon()
    const first = currentReauthentication()
    first?.settle()
    expect(await both).toEqual(['done', 'done'])
    // A second press on a dialog that is gone.
    first?.settle(new Problem('cancelled'))
    expect(currentReauthentication()).toBeNull()
  })

  it('hears of any other refusal as it is', async () => {
    const refused = withReauthentication(() => Promise.reject(new Problem('email_taken')))
    expect(await refused.catch((error: Problem) => error.code)).toBe('email_taken')
    expect(currentReauthentication()).toBeNull()
  })
})

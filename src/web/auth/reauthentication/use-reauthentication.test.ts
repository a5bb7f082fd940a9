import { describe, expect, it } from 'vitest'
import { Problem } from '#shared/http/errors.ts'
import { currentReauthentication, withReauthentication } from './use-reauthentication.ts'

const needed = () => new Problem('reauthentication_needed')

/** A server that asks `times` times before it answers. */
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

describe('withReauthentication', () => {
  it('does not ask when the server does not require it', async () => {
    const { calls, work } = server(0)
    expect(await withReauthentication(work)).toBe('done')
    expect(currentReauthentication()).toBeNull()
    expect(calls).toHaveLength(1)
  })

  it('asks once, and then runs the work again', async () => {
    const { calls, work } = server(1)
    const wanted = withReauthentication(work)
    await soon()
    currentReauthentication()?.complete()
    expect(await wanted).toBe('done')
    expect(currentReauthentication()).toBeNull()
    expect(calls).toHaveLength(2)
  })

  it('does not ask endlessly when reauthentication does not help', async () => {
    const wanted = withReauthentication(server(2).work)
    const refused = wanted.catch((error: Problem) => error.code)
    await soon()
    currentReauthentication()?.complete()
    expect(await refused).toBe('reauthentication_needed')
    expect(currentReauthentication()).toBeNull()
  })

  it('does not repeat the work when the dialog is closed', async () => {
    const { calls, work } = server(1)
    const wanted = withReauthentication(work)
    const refused = wanted.catch((error: Problem) => error.code)
    await soon()
    currentReauthentication()?.complete(new Problem('cancelled'))
    expect(await refused).toBe('cancelled')
    expect(currentReauthentication()).toBeNull()
    expect(calls).toHaveLength(1)
  })

  it('shows one dialog for two concurrent calls', async () => {
    const both = Promise.all([withReauthentication(server(1).work), withReauthentication(server(1).work)])
    await soon()
    const first = currentReauthentication()
    first?.complete()
    expect(await both).toEqual(['done', 'done'])
    // A second press on a closed dialog.
    first?.complete(new Problem('cancelled'))
    expect(currentReauthentication()).toBeNull()
  })

  it('passes any other problem on', async () => {
    const refused = withReauthentication(() => Promise.reject(new Problem('email_taken')))
    expect(await refused.catch((error: Problem) => error.code)).toBe('email_taken')
    expect(currentReauthentication()).toBeNull()
  })
})

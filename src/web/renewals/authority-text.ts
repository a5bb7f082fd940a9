import { certificationLookup } from '#shared/credentials/certification-lookup.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { findState } from '#shared/credentials/states.ts'

/** The body to apply to; `url` is `null` if no page is known. */
export type Authority = { who: 'board' | 'issuer'; name: string; url: string | null }

/** The board of a license, or the issuer of a certification, with its page; `ruleUrl` is that of the CE rule. */
export function authorityOf(credential: Credential, ruleUrl: string | null): Authority {
  if (credential.kind === 'certification') {
    const url = ruleUrl ?? certificationLookup(credential)?.url ?? null
    return { who: 'issuer', name: credential.issuer, url }
  }
  const { issuer: name, type } = credential
  const state = findState(credential.state)
  const isLpn = /^(LPN|LVN)$/i.test(type)
  const boardUrl = (isLpn ? state?.lpnBoardUrl : null) ?? state?.boardUrl ?? null
  return { who: 'board', name, url: boardUrl ?? ruleUrl }
}

import { boardOf, findState } from './states.ts'

/** "Texas RN license". */
export function licenseTitle(license: { state: string; type: string }): string {
  return `${findState(license.state)?.name ?? license.state} ${license.type} license`
}

/** The default issuer of a license: the state's board. */
export function licenseIssuer(license: { state: string; type: string }): string {
  return boardOf(license.state, license.type)
}

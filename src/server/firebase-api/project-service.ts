import type { Config } from '#server/kernel/config.ts'
import { MAX_LENGTH, MIN_LENGTH } from '#shared/auth/password.ts'
import { authorizedDomains } from './origin-service.ts'

export function describeProject(config: Config) {
  return { projectId: config.FIREBASE_PROJECT_ID, authorizedDomains: authorizedDomains(config) }
}

/** Firebase's format can only express lengths. We also check how easily a password can be guessed. */
export const passwordPolicy = {
  customStrengthOptions: { minPasswordLength: MIN_LENGTH, maxPasswordLength: MAX_LENGTH },
  allowedNonAlphanumericCharacters: [],
  enforcementState: 'ENFORCE',
  forceUpgradeOnSignin: false,
  schemaVersion: 1,
}

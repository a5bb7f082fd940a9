import type { Page } from '@playwright/test'

export type Authenticator = {
  /** Sets whether the next user verification (fingerprint, screen lock) succeeds. At first it does. */
  setUserVerified(isUserVerified: boolean): Promise<unknown>
}

/**
 * Gives the page's browser a platform authenticator, so that passkeys work without a person. With `hasPrf`, its
 * passkeys also return a secret.
 */
export async function addAuthenticator(page: Page, { hasPrf = false } = {}): Promise<Authenticator> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      ...(hasPrf && { ctap2Version: 'ctap2_1', hasPrf }),
    },
  })
  return {
    setUserVerified: (isUserVerified) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

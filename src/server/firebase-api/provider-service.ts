import {
  hasRightNonce,
  linkProviderToken,
  type ProviderToken,
  signInWithProviderToken,
} from '#server/auth/oidc/id-token-service.ts'
import type { Services } from '#server/services.ts'
import { configuredProviderId, firebaseProviderId } from '#shared/firebase-api/provider-id.ts'
import { Problem } from '#shared/http/errors.ts'
import { FirebaseError } from './error-service.ts'
import { answerSignIn, issueTokens } from './token-service.ts'
import { requireRecentTokenUser } from './token-session-service.ts'

type Input = { postBody: string; idToken?: string | undefined; autoCreate: boolean }

/** Signs in with an ID token of a configured provider, links it to a signed-in user, or reauthenticates a user. */
export async function signInWithProvider(services: Services, request: Request, input: Input) {
  const given = providerTokenOf(input.postBody)
  if (!hasRightNonce(given)) throw new FirebaseError('MISSING_OR_INVALID_NONCE')
  const providerId = firebaseProviderId(given.provider)
  try {
    const tokens =
      input.idToken === undefined
        ? await signIn(services, request, given, input.autoCreate)
        : await link(services, request, given, input.idToken)
    return { ...tokens, providerId, rawUserInfo: '{}' }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    // The provider has confirmed that the address belongs to this person.
    if (error.code === 'account_exists') return { needConfirmation: true, providerId }
    if (error.code === 'INVALID_TOKEN') throw new FirebaseError('INVALID_IDP_RESPONSE')
    throw error
  }
}

async function signIn(services: Services, request: Request, given: ProviderToken, autoCreate: boolean) {
  const response = await signInWithProviderToken(services, request, given, !autoCreate)
  return answerSignIn(services, response, firebaseProviderId(given.provider))
}

async function link(services: Services, request: Request, given: ProviderToken, idToken: string) {
  const { session, user } = await requireRecentTokenUser(services, idToken)
  await linkProviderToken(services, request, given, session)
  return issueTokens(services, user, session.id, firebaseProviderId(given.provider))
}

function providerTokenOf(postBody: string): ProviderToken {
  const given = new URLSearchParams(postBody)
  const [provider, token] = [given.get('providerId'), given.get('id_token')]
  if (provider === null) throw new FirebaseError('INVALID_PROVIDER_ID')
  // An access token does not say which app it was issued for.
  if (token === null) throw new FirebaseError('INVALID_IDP_RESPONSE', 'Send the ID token of the provider.')
  return { provider: configuredProviderId(provider), token, nonce: given.get('nonce') ?? undefined }
}

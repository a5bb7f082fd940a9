import {
  confirmedEmailOf,
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

type Input = {
  postBody?: string | undefined
  pendingToken?: string | undefined
  idToken?: string | undefined
  autoCreate: boolean
}

/** Signs in with an ID token of a configured provider, links it to a signed-in user, or reauthenticates a user. */
export async function signInWithProvider(services: Services, request: Request, input: Input) {
  const postBody = input.postBody ?? postBodyOf(input.pendingToken)
  const given = providerTokenOf(postBody)
  if (!hasRightNonce(given)) throw new FirebaseError('MISSING_OR_INVALID_NONCE')
  const providerId = firebaseProviderId(given.provider)
  const credential = { providerId, oauthIdToken: given.token, nonce: given.nonce }
  try {
    const tokens =
      input.idToken === undefined
        ? await signIn(services, request, given, input.autoCreate)
        : await link(services, request, given, input.idToken)
    return { ...tokens, ...credential, rawUserInfo: '{}' }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    // The provider has confirmed that the address belongs to this person.
    if (error.code === 'account_exists') {
      const email = confirmedEmailOf(given)
      return { needConfirmation: true, ...credential, email, pendingToken: pendingTokenOf(postBody) }
    }
    if (error.code === 'INVALID_TOKEN') throw new FirebaseError('INVALID_IDP_RESPONSE')
    throw error
  }
}

/**
 * What the client sent, for the client to send again once its user has signed in. It adds no rights: the provider's
 * token in it is checked each time, and ends when the provider says so.
 */
const pendingTokenOf = (postBody: string) => Buffer.from(postBody).toString('base64url')
const postBodyOf = (pendingToken = '') => Buffer.from(pendingToken, 'base64url').toString()

async function signIn(services: Services, request: Request, given: ProviderToken, autoCreate: boolean) {
  const response = await signInWithProviderToken(services, request, given, !autoCreate)
  const answer = await answerSignIn(services, response, firebaseProviderId(given.provider))
  return { ...answer, isNewUser: response.context.isNewUser === true }
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

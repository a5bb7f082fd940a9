import { requireLinkUser, signInWithLink } from '#server/auth/email/email-link-service.ts'
import type { Services } from '#server/services.ts'
import { requireUnexpired } from './code-service.ts'
import { FirebaseError } from './error-service.ts'
import { answerSignIn } from './token-service.ts'

/** Signs in with a mailed link. Someone who was forwarded the link must also know the address to which it was sent. */
export async function signInWithEmailLink(
  services: Services,
  request: Request,
  { email, oobCode }: { email: string; oobCode: string },
) {
  await requireUnexpired(services, oobCode)
  const user = await requireLinkUser(services, oobCode)
  if (user.email !== email) throw new FirebaseError('INVALID_EMAIL')
  const response = await signInWithLink(services, request, { user, token: oobCode, kind: 'app' })
  return answerSignIn(services, response, 'password')
}

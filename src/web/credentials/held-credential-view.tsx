import { RefreshCw } from 'lucide-react'
import type { Credential } from '#shared/credentials/credential.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { useUser } from '#web/session/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import type { HeldCredential } from './use-held-credential.ts'

type HeldCredentialProps = HeldCredential & {
  /** The end on the new card. */
  expiresAt: string | null
}

/** Asks whether the card that is entered renews a credential in the vault, and says so once it does. */
export function HeldCredentialView({ held, renewed, question, expiresAt, ...on }: HeldCredentialProps) {
  const { locale } = useUser()
  if (!held) return null
  const isLater = expiresAt === null || held.expiresAt === null || expiresAt > held.expiresAt
  return (
    <section
      ref={question}
      tabIndex={-1}
      aria-label={t`Already in My Vault`}
      className="grid scroll-mt-20 gap-3 rounded-card bg-expiring-soft p-4"
    >
      <p role="status">
        <span className="font-semibold">{heldText(held, renewed !== null, locale)}</span>{' '}
        {renewed
          ? t`The old card moves to its history.`
          : isLater
            ? t`Renew it with this card, or add a second one.`
            : t`This card does not end later.`}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {!renewed && isLater && (
          <Button size="sm" tone="primary" onPress={() => on.renew(held)}>
            <RefreshCw aria-hidden className="size-4" />
            {t`Renew it with this card`}
          </Button>
        )}
        {!renewed && !isLater && (
          <ButtonLink
            to="/credentials/$id"
            params={{ id: held.id }}
            size="sm"
          >{t`Open the credential`}</ButtonLink>
        )}
        <Button size="sm" tone="quiet" onPress={() => on.addAnother(held)}>
          {t`Add a second one`}
        </Button>
      </div>
    </section>
  )
}

function heldText(held: Credential, isRenewed: boolean, locale: string | null): string {
  const title = shortTitle(held)
  if (held.expiresAt === null)
    return isRenewed ? t`You are renewing ${title}.` : t`You have ${title} already.`
  const end = formatDate(held.expiresAt, locale)
  return isRenewed ? t`You are renewing ${title}, which ends on ${end}.` : t`You have ${title} until ${end}.`
}

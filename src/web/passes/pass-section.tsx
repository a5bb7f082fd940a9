import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Credential } from '#shared/credentials/credential.ts'
import { credentialTitle } from '#shared/credentials/credential-title.ts'
import { maskedNumber } from '#shared/passes/content.ts'
import type { OwnPass } from '#shared/passes/contract.ts'
import { type SiteConfig, siteConfig } from '#web/config/site.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { ProblemNote } from '#web/ui/problem-note.tsx'
import { Skeleton } from '#web/ui/spinner.tsx'
import { createApplePass, type PassViewProps, passQuery, usePass, walletNames } from './api.ts'
import { EndPassDialog } from './end-pass-dialog.tsx'
import { GooglePassView, PassCreationView } from './google-pass-view.tsx'

const leaveFor = (url: string) => window.location.assign(url)

type PassSectionProps = {
  credential: Credential
  /** Tests pass their own. */
  site?: Pick<SiteConfig, 'hasApplePass' | 'hasGooglePass'>
  /** Opens the file for Apple Wallet on this page. */
  onOpen?: (url: string) => void
  /** Opens a tab for Google Wallet. */
  onOpenTab?: (url: string) => void
}

/** On the page of a credential: makes passes for phone wallets, and shows their contents. */
export function PassSection({ credential, site = siteConfig, onOpen, onOpenTab }: PassSectionProps) {
  const { id, number } = credential
  const { data, error, refetch } = useQuery(passQuery(id))
  const [choice, setChoice] = useState<boolean | null>(null)
  const [ending, setEnding] = useState<OwnPass['wallet'] | null>(null)
  const wallets = (['apple', 'google'] as const).filter((wallet) => data?.[`${wallet}Pass`])
  const offered = [
    ...(site.hasApplePass ? [data?.applePass] : []),
    ...(site.hasGooglePass ? [data?.googlePass] : []),
  ]
  // Showing the number on one pass does not choose it for another.
  const showNumber = choice ?? offered.every((pass) => pass?.showsNumber === true)
  return (
    <section aria-labelledby="pass-title" className="grid grid-cols-1 gap-3">
      <h2 id="pass-title" className="text-lg">{t`Pass on your phone`}</h2>
      {error && !data && <ProblemNote problem={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-24 w-full" />}
      {data && (
        <>
          <p className="max-w-[60ch] text-muted">
            <Trans>
              The pass shows the title, state, issuer and dates that you entered. It updates when you renew or
              edit this credential, and becomes void when you archive or delete it.
            </Trans>
          </p>
          {number !== null && (
            <Checkbox
              label={t`Show the whole number`}
              description={t`The pass shows ${maskedNumber(number)} unless you choose this. Then anyone who sees the pass can read all of it.`}
              value={showNumber}
              onChange={setChoice}
            />
          )}
          {site.hasApplePass && (
            <ApplePassView id={id} showNumber={showNumber} pass={data.applePass} onOpen={onOpen} />
          )}
          {site.hasGooglePass && (
            <GooglePassView
              // The link that was made before has the other number.
              key={String(showNumber)}
              id={id}
              showNumber={showNumber}
              pass={data.googlePass}
              onOpen={onOpenTab}
            />
          )}
          <div className="flex flex-wrap gap-3 empty:hidden">
            {wallets.map((wallet) => (
              <Button key={wallet} onPress={() => setEnding(wallet)}>
                {t`End the pass in ${walletNames[wallet]}`}
              </Button>
            ))}
          </div>
          <EndPassDialog
            ending={ending && { credentialId: id, title: credentialTitle(credential), wallet: ending }}
            onClose={() => setEnding(null)}
          />
        </>
      )}
    </section>
  )
}

function ApplePassView({ id, showNumber, pass, onOpen = leaveFor }: PassViewProps) {
  const creation = usePass(id, () => createApplePass(id, showNumber), onOpen)
  return (
    <>
      <PassCreationView label={t`Add to Apple Wallet`} creation={creation} />
      {pass && (
        <p className="max-w-[60ch] text-muted">
          {showNumber && !pass.showsNumber
            ? t`You made a pass without the number before. It becomes void, on every phone.`
            : t`You made a pass for Apple Wallet before. Adding it again replaces that one on this phone.`}
        </p>
      )}
    </>
  )
}

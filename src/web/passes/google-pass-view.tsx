import type { UseMutationResult } from '@tanstack/react-query'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { ProblemNote, toProblem } from '#web/ui/problem-note.tsx'
import { createGooglePass, type PassViewProps, usePass } from './api.ts'

const openTab = (url: string) => void window.open(url, '_blank', 'noopener,noreferrer')

export function GooglePassView({ id, showNumber, pass, onOpen = openTab }: PassViewProps) {
  const creation = usePass(id, () => createGooglePass(id, showNumber), onOpen)
  return (
    <>
      <PassCreationView label={t`Add to Google Wallet`} creation={creation} />
      {/* Browsers do not report that they blocked the tab. */}
      {creation.data && (
        <p>
          <a
            className={buttonClass({ tone: 'quiet' })}
            href={creation.data.url}
            target="_blank"
            rel="noopener noreferrer"
          >{t`Open Google Wallet in a new tab`}</a>
        </p>
      )}
      <p className="max-w-[60ch] text-muted">
        {pass && (pass.showsNumber || !showNumber)
          ? t`Unlike with Apple Wallet, what this pass shows is kept on Google’s servers. You made a pass for Google Wallet before: what you choose here changes that one.`
          : t`Unlike with Apple Wallet, what this pass shows is kept on Google’s servers.`}
      </p>
    </>
  )
}

type PassCreationProps = { label: string; creation: UseMutationResult<{ url: string }, Error, void> }

export function PassCreationView({ label, creation }: PassCreationProps) {
  return (
    <>
      {creation.error && toProblem(creation.error).code !== 'cancelled' && (
        <ProblemNote problem={creation.error} />
      )}
      <Button
        tone="secondary"
        className="w-fit"
        isPending={creation.isPending}
        onPress={() => creation.mutate()}
      >
        {label}
      </Button>
    </>
  )
}

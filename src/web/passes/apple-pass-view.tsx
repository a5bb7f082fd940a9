import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { createApplePass } from './api.ts'
import { PassCreationView } from './pass-creation-view.tsx'
import { type PassViewProps, usePass } from './use-pass.ts'

const leaveFor = (url: string) => window.location.assign(url)

export function ApplePassView({ id, showNumber, pass, onOpen = leaveFor }: PassViewProps) {
  const creation = usePass(id, () => createApplePass(id, showNumber), onOpen)
  return (
    <>
      <PassCreationView label={t`Add to Apple Wallet`} creation={creation} />
      {pass && (
        <p className="max-w-[60ch] text-muted">
          <Trans>
            You made a pass for Apple Wallet before. Adding it again replaces that one on this phone.
          </Trans>
        </p>
      )}
    </>
  )
}

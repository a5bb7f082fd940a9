import { createApplePass } from './api.ts'
import { PassButton } from './pass-button.tsx'
import { type PassButtonProps, usePass } from './use-pass.ts'

const leaveFor = (url: string) => window.location.assign(url)

export function ApplePassButton({ id, showNumber, pass, onOpen = leaveFor }: PassButtonProps) {
  const creation = usePass(id, () => createApplePass(id, showNumber), onOpen)
  return (
    <>
      <PassButton label="Add to Apple Wallet" creation={creation} />
      {pass && (
        <p className="max-w-[60ch] text-muted">
          You made a pass for Apple Wallet before. Adding it again replaces that one on this phone.
        </p>
      )}
    </>
  )
}

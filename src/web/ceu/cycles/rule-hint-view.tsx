import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/button.tsx'

/** The rule's value, if the form has a different one, with a button to use it. */
export function RuleHint({ text, onUse }: { text: string; onUse: () => void }) {
  return (
    <p className="flex flex-wrap items-center gap-x-2 border-accent border-l-3 pl-3 text-sm">
      {text}
      <Button tone="quiet" size="sm" onPress={onUse}>{t`Use this`}</Button>
    </p>
  )
}

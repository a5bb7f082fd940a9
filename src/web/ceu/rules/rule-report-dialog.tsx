import { useState } from 'react'
import type { CeRule } from '#shared/ceu/rule.ts'
import { reportSubject, reportText, shownLines } from '#shared/ceu/rule-report.ts'
import { siteConfig } from '#web/config/site.ts'
import { t } from '#web/i18n/t.ts'
import { Trans } from '#web/i18n/trans.tsx'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

/** A report about a rule, to copy or to send by mail. This dialog sends nothing. */
export function RuleReportDialog({ rule }: { rule: CeRule }) {
  const [isOpen, setOpen] = useState(false)
  const [correction, setCorrection] = useState('')
  const [source, setSource] = useState('')
  const [copied, setCopied] = useState<'copied' | 'refused' | null>(null)
  const report = reportText({ rule, shown: shownLines(rule), correction, source })
  async function copy() {
    await navigator.clipboard.writeText(report).then(
      () => setCopied('copied'),
      () => setCopied('refused'),
    )
  }
  return (
    <>
      <Button tone="quiet" onPress={() => setOpen(true)} className="w-fit">{t`This looks wrong`}</Button>
      <Dialog
        title={t`This looks wrong`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        footer={
          <>
            <a href={mailtoLink(rule, report)} className={buttonClass()}>{t`Write an email`}</a>
            <Button tone="primary" onPress={() => void copy()}>{t`Copy the report`}</Button>
          </>
        }
      >
        <div className="grid grid-cols-1 gap-5">
          <p>
            <Trans>
              Meanwhile, edit your cycle: the hours and topics you set stay, and are shown as yours beside the
              rule.
            </Trans>
          </p>
          <TextField
            label={t`What should it say?`}
            value={correction}
            onChange={setCorrection}
            multiline
            rows={2}
            isRequired={false}
          />
          <TextField
            label={t`Where is that written?`}
            value={source}
            onChange={setSource}
            description={t`A link to the law or to a page of the board helps most.`}
            isRequired={false}
          />
          <TextField
            label={t`Your report`}
            value={report}
            isReadOnly
            multiline
            rows={8}
            description={t`It contains nothing about you. Nothing is sent until you send it.`}
          />
          <p role="status" className="text-muted text-sm empty:hidden">
            {copied === 'copied' && t`Copied.`}
            {copied === 'refused' && t`Your browser blocked copying. Select the text above and copy it.`}
          </p>
        </div>
      </Dialog>
    </>
  )
}

/** To the operator if the contact address is an email address, otherwise without a recipient. */
function mailtoLink(rule: CeRule, report: string): string {
  const contact = siteConfig.contactUrl?.startsWith('mailto:')
    ? siteConfig.contactUrl.split('?')[0]
    : 'mailto:'
  return `${contact}?subject=${encodeURIComponent(reportSubject(rule))}&body=${encodeURIComponent(report)}`
}

import { useState } from 'react'
import type { CeRule } from '#shared/ceu/rule.ts'
import { reportSubject, reportText } from '#shared/ceu/rule-report.ts'
import { firstRenewalText, renewalText, ruleTopicText, wayText, yearsText } from '#shared/ceu/rule-text.ts'
import { siteConfig } from '#web/config/site.ts'
import { formatDate } from '#web/format/dates.ts'
import { Button } from '#web/ui/button.tsx'
import { buttonClass } from '#web/ui/button-class.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/fields/text-field.tsx'

type ReportProps = { rule: CeRule; locale: string | null }

/** A report about a rule, to copy or to send: nothing is sent from here. */
export function RuleReportDialog({ rule, locale }: ReportProps) {
  const [isOpen, setOpen] = useState(false)
  const [correction, setCorrection] = useState('')
  const [source, setSource] = useState('')
  const [copied, setCopied] = useState<'copied' | 'refused' | null>(null)
  const report = reportText({ rule, shown: shownLines(rule, locale), correction, source })
  async function copy() {
    await navigator.clipboard.writeText(report).then(
      () => setCopied('copied'),
      () => setCopied('refused'),
    )
  }
  return (
    <>
      <Button tone="quiet" onPress={() => setOpen(true)} className="-ml-4 w-fit">
        This looks wrong
      </Button>
      <Dialog
        title="This looks wrong"
        isOpen={isOpen}
        onOpenChange={setOpen}
        footer={
          <>
            <a href={mailtoLink(rule, report)} className={buttonClass()}>
              Write an email
            </a>
            <Button tone="primary" onPress={() => void copy()}>
              Copy the report
            </Button>
          </>
        }
      >
        <div className="grid grid-cols-1 gap-5">
          <p>
            Meanwhile, edit your cycle: the hours and topics you set stay, and are shown as yours beside the
            rule.
          </p>
          <TextField
            label="What should it say?"
            value={correction}
            onChange={setCorrection}
            multiline
            rows={2}
            isRequired={false}
          />
          <TextField
            label="Where is that written?"
            value={source}
            onChange={setSource}
            description="A link to the law or to a page of the board helps most."
            isRequired={false}
          />
          <TextField
            label="Your report"
            value={report}
            isReadOnly
            multiline
            rows={8}
            description="It holds nothing about you. Nothing is sent until you send it."
          />
          <p role="status" className="text-muted text-sm empty:hidden">
            {copied === 'copied' && 'Copied.'}
            {copied === 'refused' && 'Your browser blocked copying. Select the text above and copy it.'}
          </p>
        </div>
      </Dialog>
    </>
  )
}

function shownLines(rule: CeRule, locale: string | null): string[] {
  const date = (value: string) => formatDate(value, locale)
  return [
    `Hours are counted ${yearsText(rule.periodYears)}`,
    ...rule.ways.map((way) => wayText(rule, way)),
    `First renewal: ${firstRenewalText(rule)}`,
    `Renewal: ${renewalText(rule)}`,
    ...rule.topics.map((topic) => `${topic.topic}: ${ruleTopicText(topic, rule, date)}`),
  ]
}

/** To the operator if the contact address is one for mail, else without a recipient. */
function mailtoLink(rule: CeRule, report: string): string {
  const contact = siteConfig.contactUrl?.startsWith('mailto:')
    ? siteConfig.contactUrl.split('?')[0]
    : 'mailto:'
  return `${contact}?subject=${encodeURIComponent(reportSubject(rule))}&body=${encodeURIComponent(report)}`
}

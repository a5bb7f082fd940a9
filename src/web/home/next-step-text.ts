import { topicLabel } from '#shared/ceu/ceu-text.ts'
import { shortenedTitle } from '#shared/credentials/short-title.ts'
import { titleText } from '#shared/credentials/title-text.ts'
import type { NextStep } from '#shared/home/home-answer.ts'
import { plural } from '#shared/i18n/translate.ts'
import { windowText } from '#shared/renewals/window-text.ts'
import { cycleName, leftText, proposedText, shortName, stillToDoText } from '#web/ceu/cycle-text.ts'
import { expiryText } from '#web/credentials/credential-text.ts'
import { type DateContext, formatDate } from '#web/format/dates.ts'
import { t } from '#web/i18n/t.ts'
import { endText, warningText } from '#web/reminders/reminder-text.ts'

/** `label` is on the button. */
type NextStepText = { title: string; detail: string; label: string }

type StepOf<Kind extends NextStep['kind']> = Extract<NextStep, { kind: Kind }>

export function nextStepText(step: NextStep, context: DateContext): NextStepText {
  switch (step.kind) {
    case 'add_date':
      return {
        ...{ title: titleText(step.title, t), label: t`Add the date` },
        detail: t`Add its expiration date to get reminders.`,
      }
    case 'renew':
      return { title: titleText(step.title, t), detail: renewDetail(step, context), label: t`Renew` }
    case 'continue_renewal':
      return {
        title: titleText(step.title, t),
        detail: renewalDetail(step, context),
        label: t`Continue`,
      }
    case 'topic':
      return {
        ...{ title: shortName(topicLabel(step.topic, t)), label: t`Open` },
        detail: `${endText({ resourceType: step.dutyKind, dueOn: step.due }, context)} · ${shortCycleName(step)}`,
      }
    case 'cycle':
      return {
        ...{ title: t`CE: ${shortCycleName(step)}`, label: t`Open` },
        detail: cycleDetail(step, context),
      }
    case 'add_cycle':
      return {
        title: t`CE: ${shortCycleName({ credentialTitle: step.title, state: null })}`,
        label: step.due === null ? t`Add its CE cycle` : t`Start tracking`,
        detail: proposedText(step, step, step.due, context),
      }
    case 'move':
      return {
        ...{ title: t`License application in ${step.state}`, label: t`Open` },
        detail: endText({ resourceType: 'moveDeadline', dueOn: step.due }, context),
      }
    case 'health':
      return {
        ...{ title: step.title, label: t`Open` },
        detail: endText({ resourceType: 'healthRecord', dueOn: step.due }, context),
      }
    case 'list':
      return {
        ...{ title: t`For ${step.title}`, label: t`Open` },
        detail: `${endText({ resourceType: 'requirementList', dueOn: step.due }, context)} · ${itemsText(step)}`,
      }
    case 'mailed_files':
      return {
        title: t`${plural(step.count, { one: '# document from your email waits', other: '# documents from your email wait' })}`,
        detail: t`Not attached to a credential yet.`,
        label: t`Open`,
      }
    case 'reminder_warning': {
      const { title, advice } = warningText(step.warning)
      return { title, detail: advice, label: t`Set up` }
    }
  }
}

/** "Texas RN" for the cycle of "Texas RN license". */
function shortCycleName(cycle: Parameters<typeof cycleName>[0]): string {
  const { credentialTitle } = cycle
  return shortName(credentialTitle === null ? cycleName(cycle) : shortenedTitle(credentialTitle, null))
}

/** The expiration date. After another date, it says what it is. */
function expiryOf(expiresAt: string, isAfterDate: boolean, context: DateContext): string {
  return isAfterDate
    ? endText({ resourceType: 'license', dueOn: expiresAt }, context)
    : expiryText({ expiresAt, neverExpires: false }, context.today, context.locale)
}

function renewDetail(step: StepOf<'renew'>, context: DateContext): string {
  const window = windowOf(step, context)
  const expiry = expiryOf(step.expiresAt, window !== null, context)
  return window === null ? expiry : `${window}. ${expiry}.`
}

/** "Apply by Sep 15, 2027, or late until Oct 31, 2027". */
function windowOf(
  { expiresAt, renewal }: Pick<StepOf<'continue_renewal'>, 'expiresAt' | 'renewal'>,
  { today, locale }: DateContext,
): string | null {
  if (expiresAt === null || renewal === null) return null
  return windowText({ ...renewal, expiresAt, today }, (date) => formatDate(date, locale), t)
}

function renewalDetail(step: StepOf<'continue_renewal'>, context: DateContext): string {
  const underWay = underWayText(step, context.locale)
  if (step.expiresAt === null) return underWay
  const window = step.submittedOn === null ? windowOf(step, context) : null
  const left = step.dutiesLeft === 0 ? null : dutiesText(step.dutiesLeft)
  const sentences = [window, expiryOf(step.expiresAt, window !== null, context)].filter(
    (text) => text !== null,
  )
  return [...sentences.map((text) => `${text}.`), underWay, left].filter((text) => text !== null).join(' ')
}

function dutiesText(count: number): string {
  return t`${plural(count, { one: '# more thing to do.', other: '# more things to do.' })}`
}

function underWayText(
  { credentialKind, submittedOn }: StepOf<'continue_renewal'>,
  locale: string | null,
): string {
  if (submittedOn === null) return t`Renewal started, not submitted yet.`
  const date = formatDate(submittedOn, locale)
  return credentialKind === 'license'
    ? t`Renewal submitted on ${date}. Check with the board.`
    : t`Renewal submitted on ${date}. Check with the issuer.`
}

function cycleDetail(step: StepOf<'cycle'>, { locale }: DateContext): string {
  const left = leftText(step, step)
  const { startsOn: cycleStart, due: cycleEnd, progress } = step
  return progress === 'ended'
    ? t`Ended on ${formatDate(cycleEnd, locale)} with ${left} missing.`
    : stillToDoText(left, progress, { cycleStart, cycleEnd }, locale)
}

function itemsText({ left, leftCount }: StepOf<'list'>): string {
  const named = left.join(', ')
  const more = leftCount - left.length
  return more > 0 ? t`${named} and ${more} more` : named
}

/**
 * The text below an empty list. The list covers only entered data, and no requirements of a board without a rule.
 * `withoutRule`: titles of the credentials without a rule.
 */
export function nothingText(withoutRule: readonly string[], hasMoreAbove: boolean): string {
  const nothing = hasMoreAbove
    ? t`Nothing else is due right now, based on what you entered.`
    : t`Nothing is due right now, based on what you entered.`
  return `${nothing} ${unknownRuleText(withoutRule)}`
}

function unknownRuleText(withoutRule: readonly string[]): string {
  const [first, ...more] = withoutRule.map(shortName)
  if (first === undefined) return t`Lanyard does not know every CE rule.`
  return more.length === 0
    ? t`Lanyard has no CE rule for your ${first}.`
    : t`Lanyard has no CE rule for ${withoutRule.length} of your credentials.`
}

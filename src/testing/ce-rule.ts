import type { CeRule, RuleNeed, RuleTopic, RuleWay } from '#shared/ceu/rule.ts'

/** A need of 20 hours of CE by default. */
export function needOf(more: Partial<RuleNeed> = {}): RuleNeed {
  return {
    ...{ kind: 'ce', amount: 20, years: null, lastYearAmount: null, individualMin: null, topic: null },
    ...{ categories: [], options: [], what: null, note: null },
    ...more,
  }
}

export function wayWith(id: string, ...needs: Partial<RuleNeed>[]): RuleWay {
  return { id, title: id, needs: needs.map(needOf), topicsDue: null, note: null }
}

/** A topic of 2 hours in every cycle by default. */
export function topicOf(key: string, more: Partial<RuleTopic> = {}): RuleTopic {
  return {
    ...{ key, topic: key, hours: 2, every: 'cycle', deadline: null, effectiveFrom: null },
    ...{
      effectiveUntil: null,
      tags: [more.topic ?? key],
      onTop: false,
      onlyIf: null,
      replaces: null,
      note: null,
    },
    ...more,
  }
}

/** A renewal every two years, on an unknown day. */
export function renewalOf(more: Partial<CeRule['renewal']> = {}): CeRule['renewal'] {
  return {
    ...{ basis: 'unknown', years: 2, dates: [], monthsAfterBirthMonth: null, dayOfMonth: null },
    ...{ inYears: 'every', monthEnd: null, opens: null, applyBy: null, lateUntil: null, note: null },
    ...more,
  }
}

/** A rule of 20 hours in two years by default. Everything about it is known from official texts. */
export function ceRuleOf(more: Partial<CeRule> = {}): CeRule {
  return {
    ...{ id: 'TX-RN', version: '2026-11-22', jurisdiction: 'TX', license: 'RN', roles: null },
    ...{ certification: null, effectiveFrom: null, effectiveUntil: null, periodYears: 2, periodNote: null },
    renewal: renewalOf(),
    ...{ unit: 'contact hours', hoursPerUnit: 1, unitNote: null, ways: [wayWith('ce', {})] },
    firstRenewal: {
      ...{
        rule: 'same',
        hours: null,
        perMonth: null,
        condition: null,
        topicsStillDue: [],
        needsStillDue: true,
        endsExemption: null,
      },
      note: null,
    },
    ...{ topics: [], duties: [], doubts: [], limits: [], excludes: [], conversions: {} },
    carryOver: { allowed: null, hours: null, note: null },
    ...{ providers: null, exemptions: [], keepRecordsYears: null },
    window: { applyFrom: null, applyBy: null, earnBy: null, note: null },
    ...{ pending: [], board: 'Board of Nursing', boardUrl: 'https://board.example/' },
    evidence: [{ url: 'https://board.example/ce', kind: 'board', speaksOf: '2026', supports: ['hours'] }],
    uncited: [],
    checked: {
      ...{ hours: 'official', renewal: 'official', firstRenewal: 'official', topics: 'official' },
      ...{ excludes: 'official', ways: 'official', carryOver: 'official' },
    },
    readOn: '2026-11-22',
    ...more,
  }
}

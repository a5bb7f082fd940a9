import certifications from '#rules/certifications.json' with { type: 'json' }
import manifest from '#rules/manifest.json' with { type: 'json' }
import states from '#rules/states.json' with { type: 'json' }
import { createRuleBook } from './rule-book.ts'

/**
 * The pack that comes with this version of Lanyard. About 700 kB, so only the server loads it. The browser gets single
 * rules from the API.
 */
export const embeddedRules = createRuleBook({
  version: manifest.version,
  asOf: manifest.asOf,
  records: [...states.records, ...certifications.records],
})

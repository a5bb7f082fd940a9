import { z } from 'zod'
import { type Status, statuses } from './status.ts'

export const status = z.enum(statuses)

/** As a filter; the specification's second spelling `expiring` means `expiring_soon`. */
export const statusFilter = z
  .enum([...status.options, 'expiring'])
  .transform((value): Status => (value === 'expiring' ? 'expiring_soon' : value))

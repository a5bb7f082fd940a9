import { z } from 'zod'
import { allEntryKinds } from './kinds.ts'

export const entryKind = z.enum(allEntryKinds)

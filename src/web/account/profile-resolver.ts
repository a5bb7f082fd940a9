import { zodResolver } from '@hookform/resolvers/zod'
import { z } from 'zod'
import { profileInput } from '#shared/account/profile.ts'

const schema = z.object(
  profileInput
    .pick({ firstName: true, lastName: true, organization: true, jobTitle: true, birthMonth: true })
    .required().shape,
)
export type ProfileValues = z.input<typeof schema>
export type ProfileChanges = z.output<typeof schema>

export const profileResolver = zodResolver(schema)

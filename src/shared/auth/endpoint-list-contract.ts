import { z } from 'zod'
import { type Contract, json } from '#shared/http/contract.ts'
import { tags } from './answers.ts'
import { currentSessionContract } from './current-session-contract.ts'
import { emailChangeContract, emailLinkContract } from './email-contract.ts'
import { oidcContract } from './oidc-contract.ts'
import { passkeyContract } from './passkey-contract.ts'
import { passwordContract } from './password-contract.ts'
import { reauthenticationContract, twoFactorContract } from './two-factor-contract.ts'

const endpointList = z.object({
  endpoints: z.array(z.object({ method: z.string(), path: z.string(), summary: z.string() })),
})

export const endpointListContract = {
  'GET /api/auth': {
    tags,
    summary: 'The endpoints of the identity service',
    answers: { 200: json(endpointList, 'The endpoints') },
  },
} satisfies Contract

const contract: Contract = {
  ...endpointListContract,
  ...currentSessionContract,
  ...passwordContract,
  ...emailLinkContract,
  ...emailChangeContract,
  ...twoFactorContract,
  ...reauthenticationContract,
  ...passkeyContract,
  ...oidcContract,
}

/** The answer of `GET /api/auth`. */
export const authEndpoints: z.infer<typeof endpointList> = {
  endpoints: Object.entries(contract).map(([key, { summary }]) => {
    const [method = '', path = ''] = key.split(' ')
    return { method, path, summary }
  }),
}

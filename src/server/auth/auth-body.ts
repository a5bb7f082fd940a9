import { jsonBodyWithin } from '#server/http/route.ts'

/** Bodies of these routes hold a few short texts. */
export const authBodyBounds = { bytes: 20_000, values: 5000 }

export const authBody = jsonBodyWithin(authBodyBounds)

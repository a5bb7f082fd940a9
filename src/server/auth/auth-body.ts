import { SHORT_BODY_BYTES } from '#server/http/request-body.ts'
import { jsonBodyWithin } from '#server/http/route.ts'

/** Bodies of these routes hold a few short texts. */
export const authBodyBounds = { bytes: SHORT_BODY_BYTES, values: 5000 }

export const authBody = jsonBodyWithin(authBodyBounds)

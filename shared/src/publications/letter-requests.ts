import { z } from 'zod'
import { peopleList, sendLetterRequest } from './list-letters.ts'

/** The request `POST /letters/:id/requests`, which asks an administrator to send the draft. */
export const requestSendingRequest = sendLetterRequest.pick({ version: true })
/** The request `DELETE /letters/:id/requests`. Administrators need a reason, the requester does not. */
export const declineSendingRequest = z.object({
  reason: z.string().trim().max(500, 'Keep the reason to 500 characters.').default(''),
})

/** The request `POST /letters/list_names`, which returns the name of a list, such as “Class of 2015”. */
export const listNameRequest = z.object({ list: peopleList })
export const listNameReply = z.object({ name: z.string() })

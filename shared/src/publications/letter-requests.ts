import { z } from 'zod'
import { peopleList, sendLetterRequest } from './list-letters.ts'

export const requestSendingRequest = sendLetterRequest.pick({ version: true })
/** `DELETE /letters/:id/requests`: administrators must give a reason; the requester need not. */
export const declineSendingRequest = z.object({
  reason: z.string().trim().max(500, 'Keep the reason to 500 characters.').default(''),
})

export const listNameRequest = z.object({ list: peopleList })
export const listNameReply = z.object({ name: z.string() })

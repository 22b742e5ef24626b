import { z } from 'zod'

/** `fields` maps the names of invalid inputs to error messages. */
export const errorBody = z.object({
  error: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  retry_after: z.number().int().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>

/** Returns the heading of an error for a status. A 403 with `retry_after` means a ban. */
export function errorHeading(status: number, { retry_after }: Pick<ErrorBody, 'retry_after'> = {}): string {
  if (status === 403 && retry_after !== undefined) return 'Your network is locked out'
  return headings[status] ?? (status >= 500 ? 'Something went wrong on our side' : 'That did not work')
}

const headings: Record<number, string> = {
  401: 'You are signed out',
  403: 'This page is not open to you',
  404: 'We cannot find that page',
  408: 'That took too long',
  409: 'Something has changed in the meantime',
  413: 'That is too large',
  429: 'Please wait, then try again',
  503: 'The service is busy',
  507: 'There is no space left',
}

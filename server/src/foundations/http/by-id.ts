import { z } from 'zod'

/** The id of a row in a URL. */
export const rowId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)

/** The parameters of a URL that ends in `:id`. */
export const byId = z.object({ id: rowId })

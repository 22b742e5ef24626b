import { z } from 'zod'

/** The number of a row, as an address has it. */
export const rowId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)

/** The parameters of an address that ends in `:id`. */
export const byId = z.object({ id: rowId })

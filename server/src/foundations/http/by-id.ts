import { z } from 'zod'

export const rowId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)

export const byId = z.object({ id: rowId })

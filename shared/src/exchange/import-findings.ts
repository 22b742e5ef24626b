import { z } from 'zod'

/** Irregularities that do not cause a row to be skipped. */
export const importFindings = z.object({
  /** Dates with slashes, read as month/day/year. */
  slashed_dates: z.number().int(),
  /** Lines with more cells than the header; the extra cells are blank. */
  blank_extra_cells: z.number().int(),
  /** Lines with dates that can only be day/month/year; 0 if any line has a date that can only be month/day/year. */
  day_first_dates: z.number().int().optional(),
  /** Cells damaged by a spreadsheet or a wrong encoding; their fields are not changed. */
  ruined_cells: z.number().int().optional(),
  /** Cells with `leftOutMark`; their fields are not changed. */
  left_out_cells: z.number().int().optional(),
  /** Line number of the header of a second table. The second table is skipped. */
  second_table_line: z.number().int().optional(),
  own_list: z.boolean().optional(),
})
export type ImportFindings = z.infer<typeof importFindings>

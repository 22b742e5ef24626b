import { z } from 'zod'

/** Counts of oddities in a file that do not skip a row. */
export const importFindings = z.object({
  /** Dates with slashes were read as month/day/year. */
  slashed_dates: z.number().int(),
  /** Lines with more cells than the header; the extra cells are blank. */
  blank_extra_cells: z.number().int(),
  /** Lines with dates that can only be day/month/year; 0 if any line has a date that can only be month/day/year. */
  day_first_dates: z.number().int().optional(),
  /** Cells that a spreadsheet or a wrong encoding ruined, which leave their fields unchanged. */
  ruined_cells: z.number().int().optional(),
  /** Cells with values omitted by an export of this service, which leave their fields unchanged. */
  left_out_cells: z.number().int().optional(),
  /** The line of the header of a second table; its lines are skipped. */
  second_table_line: z.number().int().optional(),
  /** The file is a list of alumni that this service exported. */
  own_list: z.boolean().optional(),
})
export type ImportFindings = z.infer<typeof importFindings>

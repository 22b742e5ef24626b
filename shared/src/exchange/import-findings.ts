import { z } from 'zod'

/** Rows with something about them that a person who reviews the file should know, though they are taken: how many. */
export const importFindings = z.object({
  /** Dates with slashes were read as month/day/year. */
  slashed_dates: z.number().int(),
  /** More cells than the header has, the extra ones all blank. */
  blank_extra_cells: z.number().int(),
  /** Lines whose slashed dates have a first number over twelve, and no line of the file a second one. */
  day_first_dates: z.number().int().optional(),
  /** Cells that a spreadsheet or a wrong encoding ruined, so that the fields were left as they are. */
  ruined_cells: z.number().int().optional(),
  /** Cells whose values an export of ours left out; the fields were left as they are. */
  left_out_cells: z.number().int().optional(),
  /** The line of a header that begins another table; its lines are skipped. */
  second_table_line: z.number().int().optional(),
  /** The file is a list of alumni that this service exported. */
  own_list: z.boolean().optional(),
})
export type ImportFindings = z.infer<typeof importFindings>

import { z } from 'zod'
import { pageMembers, pageNumber, searchWords } from './page.ts'

/** Filters of `/settings/reports/alumni_without_degrees`. Each word of `q` must be in the name or BUID. */
export const withoutDegreesQuery = z.object({ q: searchWords, page: pageNumber })
export type WithoutDegreesQuery = z.infer<typeof withoutDegreesQuery>

const text = z.string().nullable()
/** An alumnus who has no education of kind degree; `areas_of_study` counts the others. */
export const alumnusWithoutDegree = z.object({
  buid: z.string(),
  contact_id: text,
  name: z.string(),
  primary_email: text,
  city: text,
  country: text,
  areas_of_study: z.number().int(),
  created_at: z.string(),
})
export type AlumnusWithoutDegree = z.infer<typeof alumnusWithoutDegree>

/** `GET /settings/reports/alumni_without_degrees` as JSON; `total` counts without the search. */
export const withoutDegreesPage = z.object({
  alumni: z.array(alumnusWithoutDegree),
  ...pageMembers,
  total: z.number().int(),
  links: z.object({ csv: z.string() }),
})
export type WithoutDegreesPage = z.infer<typeof withoutDegreesPage>

import { sql } from 'kysely'
import { statsPage, statsTopEvents, type StatsPage } from '@alumni/shared/alumni/statistics'
import type { Db } from '../../foundations/database/db.ts'
import { selectRaw } from '../../foundations/database/select-raw.ts'
import { isCode, segmentOf, type Filters } from './filters.ts'

/** The events of the year that most of the filters' people came to. Their dates are those of the event, whoever came. */
export async function topEvents(
  db: Db,
  filters: Filters,
  { first, last }: { first: string; last: string },
): Promise<StatsPage['top_events']> {
  const query = sql`
    select top.activity_code, coalesce(v.name, top.activity_code) as activity_name, top.description, top.engagements, top.engaged, d.first_date, d.last_date
    from (
      select e.subject_id, u.activity_code, u.description, e.engagements, e.engaged
      from statistics_events e join statistics_subjects u on u.id = e.subject_id
      where e.segment_id = ${segmentOf(filters)} and e.year = ${filters.year} and e.engaged > 0 and ${filters.activity ? isCode('u.activity_code', filters.activity) : sql`true`}
      order by e.engaged desc, e.engagements desc, u.description, u.activity_code limit ${statsTopEvents}
    ) top
      left join activity_codes v on v.code = top.activity_code
      cross join lateral (
        select min(day)::text as first_date, max(day)::text as last_date from statistics_event_days
        where subject_id = top.subject_id and day between ${first}::date and ${last}::date and engagements > 0
      ) d
    order by top.engaged desc, top.engagements desc, top.description, top.activity_code
  `
  return selectRaw(db, statsPage.shape.top_events.element, query)
}

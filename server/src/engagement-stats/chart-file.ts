import type { StatsChart, StatsPage } from '@alumni/shared/engagement-stats'

type File = { name: string; header: string[]; rows: (string | number)[][] }

/** A chart of the page as a file: the same figures in the same order. */
export function chartFile(chart: StatsChart, page: StatsPage): File {
  return { name: `engagement-${chart.replace('_', '-')}-${page.year}.csv`, ...tables[chart](page) }
}

const tables = {
  by_year: (page) => ({
    header: ['Fiscal Year', 'Engagements', 'Alumni Engaged', 'Living Alumni Engaged', 'First Time', 'Returning'],
    rows: page.by_year.map((row) => [
      row.year,
      row.engagements,
      row.engaged,
      row.engaged_living,
      row.first_time,
      row.returning,
    ]),
  }),
  by_month: (page) => ({
    header: ['Month', 'Engagements', 'Engagements The Year Before'],
    rows: page.by_month.map((row) => [row.month, row.this_year, row.last_year]),
  }),
  by_activity: (page) => ({
    header: ['Activity Code', 'Activity', 'Engagements', 'Alumni Engaged', 'Engagements The Year Before'],
    rows: page.by_activity.map((row) => [row.code, row.name, row.engagements, row.engaged, row.last_year]),
  }),
  by_college: (page) => ({
    header: [
      'College Code',
      'College',
      'Engagements',
      'Alumni Engaged',
      'Living Alumni Engaged',
      'Living Alumni',
      'Engagements The Year Before',
    ],
    rows: page.by_college.map((row) => [
      row.code,
      row.name,
      row.engagements,
      row.engaged,
      row.engaged_living,
      row.alumni,
      row.last_year,
    ]),
  }),
  by_affinity: (page) => ({
    header: [
      'Affinity Code',
      'Affinity',
      'Category',
      'Engagements',
      'Alumni Engaged',
      'Living Alumni Engaged',
      'Living Alumni',
      'Engagements The Year Before',
    ],
    rows: page.by_affinity.map((row) => [
      row.code,
      row.name,
      row.category,
      row.engagements,
      row.engaged,
      row.engaged_living,
      row.alumni,
      row.last_year,
    ]),
  }),
  top_events: (page) => ({
    header: ['Activity Code', 'Activity', 'Event', 'Engagements', 'Alumni Engaged', 'First Date', 'Last Date'],
    rows: page.top_events.map((row) => [
      row.activity_code,
      row.activity_name,
      row.description,
      row.engagements,
      row.engaged,
      row.first_date,
      row.last_date,
    ]),
  }),
} satisfies Record<StatsChart, (page: StatsPage) => Omit<File, 'name'>>

import type { StatsChart, StatsPage } from '@alumni/shared/alumni/statistics'

type File = { name: string; header: string[]; rows: (string | number)[][] }

export function buildChartFile(chart: StatsChart, page: StatsPage): File {
  return { name: `engagement-${chart.replace('_', '-')}-${page.year}.csv`, ...tables[chart](page) }
}

/** Columns for the numerator, the denominator and the share, which is blank if the denominator is 0. */
const shareHeader = ['Alumni Of The Year Engaged', 'Alumni Of The Year', 'Share Engaged (%)']
type Share = { engaged_alumni: number; alumni: number }
const shareOf = ({ engaged_alumni, alumni }: Share) => [
  engaged_alumni,
  alumni,
  alumni > 0 ? ((engaged_alumni / alumni) * 100).toFixed(2) : '',
]

const groupHeader = ['Engagements', 'People', 'Engagements The Year Before', 'People The Year Before']
type Group = StatsPage['by_activity'][number]
const groupOf = ({ engagements, engaged, last_year, last_year_engaged }: Group) => [
  engagements,
  engaged,
  last_year,
  last_year_engaged,
]

const classHeader = [
  'Living Alumni Engaged',
  'Living Alumni',
  'Share Engaged (%)',
  'Rank By Share',
  'First Time',
  'Engaged The Year Before',
]
type Class = StatsPage['by_decade'][number] | StatsPage['by_class'][number]
const classOf = (row: Class) => [...shareOf(row), row.rank ?? '', row.first_time, row.last_year_engaged_alumni]

const tables = {
  by_year: (page) => ({
    header: [
      'Fiscal Year',
      'Engagements',
      'People',
      'First Time',
      'Returning',
      'Engaged The Year Before But Not This Year',
      ...shareHeader,
      `Engagements Up To ${page.today.slice(5)}`,
      `People Up To ${page.today.slice(5)}`,
      `First Time Up To ${page.today.slice(5)}`,
    ],
    rows: page.by_year.map((row) => [
      row.year,
      row.engagements,
      row.engaged,
      row.first_time,
      row.returning,
      row.lapsed,
      ...shareOf(row),
      row.engagements_to_day,
      row.engaged_to_day,
      row.first_time_to_day,
    ]),
  }),
  by_month: (page) => ({
    header: ['Month', 'Engagements', 'People', 'Engagements The Year Before', 'People The Year Before'],
    rows: page.by_month.map((row) => [
      row.month,
      row.this_year,
      row.this_year_engaged,
      row.last_year,
      row.last_year_engaged,
    ]),
  }),
  by_activity: (page) => ({
    header: ['Activity Code', 'Activity', ...groupHeader],
    rows: page.by_activity.map((row) => [row.code, row.name, ...groupOf(row)]),
  }),
  by_college: (page) => ({
    header: ['College Code', 'College', ...groupHeader, ...shareHeader],
    rows: page.by_college.map((row) => [row.code, row.name, ...groupOf(row), ...shareOf(row)]),
  }),
  by_affinity: (page) => ({
    header: ['Affinity Code', 'Affinity', 'Category', ...groupHeader, ...shareHeader],
    rows: page.by_affinity.map((row) => [row.code, row.name, row.category, ...groupOf(row), ...shareOf(row)]),
  }),
  by_class: (page) => ({
    header: ['Class Year', `Reunion In ${page.reunion_year}`, ...classHeader],
    rows: page.by_class.map((row) => [row.class_year, row.reunion ?? '', ...classOf(row)]),
  }),
  by_decade: (page) => ({
    header: ['Classes From', ...classHeader],
    rows: page.by_decade.map((row) => [row.decade, ...classOf(row)]),
  }),
  top_events: (page) => ({
    header: ['Activity Code', 'Activity', 'Event', 'Engagements', 'People', 'First Date', 'Last Date'],
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

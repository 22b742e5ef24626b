import type { StatsChart, StatsPage } from '@alumni/shared/alumni/statistics'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatNumber, formatPercent, formatShortPercent } from '../../ui/format/numbers.ts'
import { formatOrdinal, formatRank, formatReunion } from '../classes/format-class.ts'
import { ChartCard, type TableColumn } from './chart-card.tsx'
import { formatInYear } from './summarize.ts'
import { type ChartCardProps, renderLinkedCount, buildPeopleLink, renderShare } from './people-link.tsx'

type Figures = Omit<StatsPage['by_decade'][number], 'decade'>
/** A class or a decade of classes; `name` is, for example, "2016" or "1990s". */
type ClassRange = Figures & { name: string; from: number; to: number; reunion?: string | undefined }

export function ShareByClassCard(props: ChartCardProps) {
  const { by_class, reunion_year } = props.page
  const navigate = useNavigate()
  const ranges = by_class.map(({ class_year, ...figures }) => ({
    ...figures,
    name: String(class_year),
    from: class_year,
    to: class_year,
    reunion: formatReunion(class_year, reunion_year),
  }))
  return (
    <ShareCard
      {...props}
      chart="by_class"
      title="Share engaged by class year"
      header="Class"
      formatLeader={(name) => `The class of ${name} leads`}
      ranges={ranges}
      nameOf={renderClassLink}
      onOpen={(year) => void navigate({ to: '/classes/$year', params: { year } })}
    />
  )
}

function renderClassLink({ name, reunion }: ClassRange): ReactNode {
  return (
    <>
      <Link to="/classes/$year" params={{ year: name }}>
        {name}
      </Link>{' '}
      <span className="fact">{reunion}</span>
    </>
  )
}

export function ShareByDecadeCard(props: ChartCardProps) {
  const ranges = props.page.by_decade.map(({ decade, ...figures }) => ({
    ...figures,
    name: `${decade}s`,
    from: decade,
    to: Math.min(decade + 9, props.page.year),
  }))
  return (
    <ShareCard
      {...props}
      chart="by_decade"
      title="Share engaged by decade"
      header="Classes"
      formatLeader={(name) => `The classes of the ${name} lead`}
      ranges={ranges}
    />
  )
}

type ShareCardProps = ChartCardProps & {
  chart: StatsChart & ('by_class' | 'by_decade')
  title: string
  header: string
  formatLeader: (name: string) => string
  ranges: readonly ClassRange[]
  nameOf?: (range: ClassRange) => ReactNode
  onOpen?: (name: string) => void
}

function ShareCard(props: ShareCardProps) {
  const { page, search, people, chart, title, formatLeader, ranges, nameOf, onOpen } = props
  const byRank = ranges.toSorted(compareByRank)
  const [first] = byRank
  const hasReunions = ranges.some(({ reunion }) => reunion)
  const ranked = ranges.filter(({ rank }) => rank !== null).length
  return (
    <ChartCard
      search={search}
      chart={chart}
      title={title}
      finding={first ? `${formatLeader(first.name)}: ${formatShare(first)}.` : ''}
      empty={
        ranges.every(({ engaged_alumni }) => engaged_alumni === 0) &&
        `No one with a class year engaged ${formatInYear(page)}.`
      }
      rows={chart === 'by_class' ? byRank : ranges.toReversed()}
      rowKey={({ name }) => name}
      about="Share of the living alumni"
      isStacked
      series={[
        { name: 'share', ...(hasReunions && { label: 'Other classes' }), color: 'var(--bar)' },
        ...(hasReunions ? [{ name: 'reunion', label: `Reunion in ${page.reunion_year}`, color: 'var(--part)' }] : []),
      ]}
      barOf={(range) => {
        const { name, reunion, rank, engaged_alumni, alumni } = range
        const series = reunion ? 'reunion' : 'share'
        return {
          name: reunion ? `${name}, ${reunion}` : name,
          values: { [series]: alumni > 0 ? (engaged_alumni / alumni) * 100 : 0 },
          labels: {
            [series]: `${formatShortPercent(engaged_alumni, alumni)}\u00a0·\u00a0${formatNumber(engaged_alumni)}\u00a0of\u00a0${formatNumber(alumni)}`,
          },
          description: `${name}${reunion ? ` (${reunion})` : ''}: ${formatShare(range)}${rank === null ? '' : `, ${formatRank(rank, ranked)}`}. ${formatNumber(range.first_time)} for the first time.`,
          link: buildPeopleLink(people.livingOfClasses(range.from, range.to, 'engaged', page.year), engaged_alumni),
        }
      }}
      {...(onOpen && { onOpen })}
      columns={buildColumns(props, ranked, nameOf)}
    />
  )
}

function buildColumns(
  { page, people, header }: ShareCardProps,
  ranked: number,
  nameOf: ShareCardProps['nameOf'],
): TableColumn<ClassRange>[] {
  const searchFor = ({ from, to }: ClassRange, group: Parameters<typeof people.livingOfClasses>[2]) =>
    people.livingOfClasses(from, to, group, page.year)
  return [
    { header, cell: (range) => nameOf?.(range) ?? range.name },
    {
      header: 'Share of living alumni',
      cell: (range) => renderShare(range, searchFor(range, 'engaged'), searchFor(range, 'all')),
    },
    { header: `Rank (of ${formatNumber(ranked)})`, cell: ({ rank }) => (rank === null ? '–' : formatOrdinal(rank)) },
    { header: 'First time', cell: (range) => renderLinkedCount(searchFor(range, 'first time'), range.first_time) },
    {
      header: page.as_of < page.last_day ? 'Same day last year' : 'The year before',
      cell: (range) => renderLinkedCount(searchFor(range, 'engaged last year'), range.last_year_engaged_alumni),
    },
  ]
}

const maxRank = 1_000_000

/** Best rank first, then unranked classes with the highest share of engaged alumni first. */
function compareByRank(a: ClassRange, b: ClassRange): number {
  const share = ({ engaged_alumni, alumni }: ClassRange) => engaged_alumni / alumni
  return (a.rank ?? maxRank) - (b.rank ?? maxRank) || share(b) - share(a) || b.from - a.from
}

/** Returns text such as "65.4%, 503 of 769 living alumni". */
function formatShare({ engaged_alumni, alumni }: ClassRange): string {
  return `${formatPercent(engaged_alumni, alumni)}, ${formatNumber(engaged_alumni)} of ${formatNumber(alumni)} living alumni`
}

import type { StatsChart, StatsPage } from '@alumni/shared/alumni/statistics'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { count, percent, shortPercent } from '../../ui/words/numbers.ts'
import { ordinal, rankWords, reunionWords } from '../classes/class-words.ts'
import { FigureCard, type TableColumn } from './chart-card.tsx'
import { inYear } from './findings.ts'
import { type CardProps, linked, linkTo, shareOf } from './people-link.tsx'

type Figures = Omit<StatsPage['by_decade'][number], 'decade'>
/** The classes from one year to another; `name` is "2016", "1990s". */
type Span = Figures & { name: string; from: number; to: number; reunion?: string | undefined }

/** The share of each class engaged, the highest first; a class whose reunion is that year is marked. */
export function ShareByClass(props: CardProps) {
  const { by_class, reunion_year } = props.page
  const navigate = useNavigate()
  const spans = by_class.map(({ class_year, ...figures }) => ({
    ...figures,
    name: String(class_year),
    from: class_year,
    to: class_year,
    reunion: reunionWords(class_year, reunion_year),
  }))
  return (
    <ShareCard
      {...props}
      chart="by_class"
      title="Share engaged by class year"
      header="Class"
      lead={(name) => `The class of ${name} leads`}
      spans={spans}
      nameOf={linkOfClass}
      onOpen={(year) => void navigate({ to: '/classes/$year', params: { year } })}
    />
  )
}

function linkOfClass({ name, reunion }: Span): ReactNode {
  return (
    <>
      <Link to="/classes/$year" params={{ year: name }}>
        {name}
      </Link>{' '}
      <span className="fact">{reunion}</span>
    </>
  )
}

/** The share of the classes of each decade engaged, the latest first. */
export function ShareByDecade(props: CardProps) {
  const spans = props.page.by_decade.map(({ decade, ...figures }) => ({
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
      lead={(name) => `The classes of the ${name} lead`}
      spans={spans}
    />
  )
}

type ShareCardProps = CardProps & {
  chart: StatsChart & ('by_class' | 'by_decade')
  title: string
  header: string
  lead: (name: string) => string
  spans: readonly Span[]
  nameOf?: (span: Span) => ReactNode
  onOpen?: (name: string) => void
}

function ShareCard(props: ShareCardProps) {
  const { page, search, people, chart, title, lead, spans, nameOf, onOpen } = props
  const byRank = spans.toSorted(byShare)
  const [first] = byRank
  const hasReunions = spans.some(({ reunion }) => reunion)
  const ranked = spans.filter(({ rank }) => rank !== null).length
  return (
    <FigureCard
      search={search}
      chart={chart}
      title={title}
      finding={first ? `${lead(first.name)}: ${shareWords(first)}.` : ''}
      empty={
        spans.every(({ engaged_alumni }) => engaged_alumni === 0) && `No one with a class year engaged ${inYear(page)}.`
      }
      rows={chart === 'by_class' ? byRank : spans.toReversed()}
      rowKey={({ name }) => name}
      about="Share of the living alumni"
      isStacked
      series={[
        { name: 'share', ...(hasReunions && { label: 'Other classes' }), color: 'var(--bar)' },
        ...(hasReunions ? [{ name: 'reunion', label: `Reunion in ${page.reunion_year}`, color: 'var(--part)' }] : []),
      ]}
      barOf={(span) => {
        const { name, reunion, rank, engaged_alumni, alumni } = span
        const series = reunion ? 'reunion' : 'share'
        return {
          name: reunion ? `${name}, ${reunion}` : name,
          values: { [series]: alumni > 0 ? (engaged_alumni / alumni) * 100 : 0 },
          labels: {
            [series]: `${shortPercent(engaged_alumni, alumni)}\u00a0·\u00a0${count(engaged_alumni)}\u00a0of\u00a0${count(alumni)}`,
          },
          words: `${name}${reunion ? ` (${reunion})` : ''}: ${shareWords(span)}${rank === null ? '' : `, ${rankWords(rank, ranked)}`}. ${count(span.first_time)} for the first time.`,
          link: linkTo(people.livingOfClasses(span.from, span.to, 'engaged', page.year), engaged_alumni),
        }
      }}
      {...(onOpen && { onOpen })}
      columns={columnsOf(props, ranked, nameOf)}
    />
  )
}

function columnsOf(
  { page, people, header }: ShareCardProps,
  ranked: number,
  nameOf: ShareCardProps['nameOf'],
): TableColumn<Span>[] {
  const of = ({ from, to }: Span, which: Parameters<typeof people.livingOfClasses>[2]) =>
    people.livingOfClasses(from, to, which, page.year)
  return [
    { header, cell: (span) => nameOf?.(span) ?? span.name },
    {
      header: 'Share of living alumni',
      cell: (span) => shareOf(span, of(span, 'engaged'), of(span, 'all')),
    },
    { header: `Rank (of ${count(ranked)})`, cell: ({ rank }) => (rank === null ? '–' : ordinal(rank)) },
    { header: 'First time', cell: (span) => linked(of(span, 'first time'), span.first_time) },
    {
      header: page.as_of < page.last_day ? 'Same day last year' : 'The year before',
      cell: (span) => linked(of(span, 'engaged last year'), span.last_year_engaged_alumni),
    },
  ]
}

const maxRank = 1_000_000

/** Ranks first; classes without one follow by their share. */
function byShare(a: Span, b: Span): number {
  const share = ({ engaged_alumni, alumni }: Span) => engaged_alumni / alumni
  return (a.rank ?? maxRank) - (b.rank ?? maxRank) || share(b) - share(a) || b.from - a.from
}

/** "65.4%, 503 of 769 living alumni". */
function shareWords({ engaged_alumni, alumni }: Span): string {
  return `${percent(engaged_alumni, alumni)}, ${count(engaged_alumni)} of ${count(alumni)} living alumni`
}

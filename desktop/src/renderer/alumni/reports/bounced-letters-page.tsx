import {
  bouncedLettersPage,
  bounceReasons,
  bounceTexts,
  type BouncedLettersPage as PageData,
  type BouncedLettersQuery,
  type BouncedPerson,
  type BounceReason,
} from '@alumni/shared/alumni/reports'
import { IconAlertTriangle, IconClock, IconMailCheck, IconMailOff, IconPlugOff, type Icon } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { NameLink } from '../../domain/people/person-link.tsx'
import { buildCountedOptions } from '../../ui/format/counted-options.ts'
import { StateBadge, type Tone } from '../../ui/state-badge.tsx'
import { Breakable } from '../../ui/format/breakable.tsx'
import { formatNumber, formatCount } from '../../ui/format/numbers.ts'
import { ReportPage } from './report-page.tsx'
import { column, type Column, dateColumn } from '../../ui/table/table-columns.tsx'
import { LinkButton } from '../../ui/button.tsx'

const reasonStates: Record<BounceReason, { icon: Icon; tone: Tone }> = {
  refused: { icon: IconMailOff, tone: 'bad' },
  later: { icon: IconClock, tone: 'warn' },
  unreachable: { icon: IconPlugOff, tone: 'warn' },
  unwritten: { icon: IconAlertTriangle, tone: 'bad' },
}

const columns: Column<BouncedPerson>[] = [
  column('who', 'Who', { width: 260 }, (row) => <PersonCell person={row} />),
  column('why', 'Why, and what to do', (row) => (
    <span className="lines" title={row.failure}>
      <StateBadge {...reasonStates[row.why]}>{bounceTexts[row.why].title}</StateBadge>
      <span className="fact" style={{ maxWidth: '52ch' }}>
        {bounceTexts[row.why].advice}
      </span>
    </span>
  )),
  column('letters', 'Letters', { width: 240 }, (row) => (
    <span className="lines">
      <span>{row.about.join(', ')}</span>
      <span className="fact">
        {formatCount(row.letters, ['letter', 'letters'])}
        {row.waiting > 0 && `, ${formatNumber(row.waiting)} tried again automatically`}
      </span>
    </span>
  )),
  dateColumn('last', 'Last', (row) => row.last_at),
]

function PersonCell({ person: { kind, id, buid, name, email } }: { person: BouncedPerson }) {
  if (kind === 'nobody' && !buid) return <span className="muted">Someone no longer on file</span>
  return (
    <span className="lines">
      {kind === 'signup' ? (
        <NameLink name={name} signup={id} />
      ) : buid ? (
        <NameLink name={name} buid={buid} />
      ) : (
        <span>
          <strong>{name}</strong> <span className="fact">staff</span>
        </span>
      )}
      {email && (
        <span>
          <Breakable text={email} />
        </span>
      )}
    </span>
  )
}

export function BouncedLettersPage() {
  const navigate = useNavigate()
  return (
    <ReportPage<PageData, BouncedPerson, BouncedLettersQuery>
      name="bounced_letters"
      reply={bouncedLettersPage}
      about="People who did not get a letter of the last 30 days. The address shown is the one on file today; the one the letter went to is not stored. Mail that is accepted and returned later is not counted."
      buttons={() => (
        <LinkButton variant="default" to="/settings/letters">
          All letters
        </LinkButton>
      )}
      searchedFields="name, address or BUID"
      filters={({ counts }) => [
        {
          name: 'why',
          label: 'Which letters',
          anyLabel: 'All',
          options: buildCountedOptions(bounceReasons, (reason) => bounceTexts[reason].title, counts),
        },
      ]}
      rowsOf={({ people }) => people}
      columns={columns}
      rowKey={({ kind, id, buid }) => `${kind} ${id ?? buid}`}
      onOpen={({ kind, id, buid }) =>
        kind === 'signup'
          ? void navigate({ to: '/champion_signups/$id', params: { id: String(id) } })
          : kind === 'nobody' && buid && void navigate({ to: '/alumni/$id', params: { id: buid } })
      }
      empty={{
        icon: IconMailCheck,
        tone: 'good',
        title: 'Every letter reached its mail server',
        children: 'A refused letter appears here right away.',
      }}
    />
  )
}

import type { mergesPage, SignupMerge } from '@alumni/shared/champions/merges'
import type { MergesQuery } from '@alumni/shared/champions/merge-lists'
import { IconArrowBackUp, IconArrowsJoin } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import type { z } from 'zod'
import { ListPage } from '../../domain/session/list-page.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { ShortDate } from '../../ui/format/times.tsx'
import { mergesQuery } from './queries.ts'
import { mergeKeyLabels } from './describe-merge.ts'
import { column, type Column } from '../../ui/table/table-columns.tsx'

export function MergesPage() {
  const navigate = useNavigate()
  return (
    <ListPage<z.infer<typeof mergesPage>, SignupMerge, MergesQuery>
      title="Merged signups"
      query={mergesQuery}
      rowsOf={({ merges }) => merges}
      noun={['merge', 'merges']}
      searchedFields="name, e-mail or BUID"
      filters={() => [{ name: 'state', label: 'Which merges', anyLabel: 'All', options: stateOptions }]}
      columns={columns}
      rowKey={({ id }) => String(id)}
      onOpen={({ id }) => void navigate({ to: '/champion_signups/merges/$id', params: { id: String(id) } })}
      empty={{
        icon: IconArrowsJoin,
        title: 'Nothing has been merged yet',
        children: 'Merges are listed here and can be undone. Start one from the possible duplicates.',
      }}
    />
  )
}

const stateOptions = [
  { value: 'done', label: 'In effect' },
  { value: 'undone', label: 'Undone' },
]

const columns: Column<SignupMerge>[] = [
  column('survivor', 'Stays', (merge) => (
    <span className="lines">
      <Link to="/champion_signups/merges/$id" params={{ id: String(merge.id) }} className="name">
        {merge.survivor.name || merge.survivor.email || `Signup ${merge.survivor.id}`}
      </Link>
      <span className="note">{merge.survivor.email}</span>
    </span>
  )),
  column('sources', 'Merged into it', (row) => (
    <span className="lines">
      {row.sources.map(({ id, name, email }) => (
        <span key={id}>
          {name || `Signup ${id}`} <span className="note">{email}</span>
        </span>
      ))}
    </span>
  )),
  column('key', 'Because of', { width: 170 }, (row) => mergeKeyLabels[row.key]),
  column('when', 'By', { width: 200 }, (row) => (
    <span className="lines">
      <span>{row.merged_by}</span>
      <span className="note">
        <ShortDate date={row.merged_at} />
      </span>
    </span>
  )),
  column('state', 'State', { width: 170 }, (row) => <MergeState merge={row} />),
]

export function MergeState({ merge: { undone_at } }: { merge: SignupMerge }) {
  return undone_at ? (
    <StateBadge icon={IconArrowBackUp} tone="plain">
      Undone
    </StateBadge>
  ) : (
    <StateBadge icon={IconArrowsJoin} tone="good">
      In effect
    </StateBadge>
  )
}

import { nameWithClasses } from '@alumni/shared/alumni/class-names'
import type { FoundAlumnus, SearchPage } from '@alumni/shared/alumni/search'
import { hasRole } from '@alumni/shared/staff/accounts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch, Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { findLastAsk, useAsks } from '../../domain/asks/last-ask.tsx'
import { NoteAskButton } from '../../domain/asks/note-ask.tsx'
import { WriteNoteButton } from '../../domain/people/notes.tsx'
import { useRememberRecentProfile } from '../../domain/people/recent-profiles.ts'
import { useRecordOrigin, toListPosition } from '../../domain/searches/list-origin.ts'
import { Neighbors } from '../../domain/searches/neighbors.tsx'
import { useCachedRow } from '../../domain/searches/use-cached-row.ts'
import { useSession } from '../../domain/session/session.ts'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { WithAside } from '../../ui/page/with-aside.tsx'
import { useLetterKey } from '../../ui/use-letter-key.ts'
import { ContactCard } from './contact-card.tsx'
import { AlumnusHeader, AlumnusHeaderPreview, formatPageTitle, ContactWarnings } from './header.tsx'
import { alumnusQuery, alumnusUrl } from './queries.ts'
import { RecordTabs } from './record-tabs.tsx'
import { fieldLabel, type Alumnus, type AlumnusPage as PageData } from '@alumni/shared/alumni/record'
import { UndoChangeButton } from '../../domain/people/undo-change.tsx'
import { BeforeAfter } from '../../ui/format/before-after.tsx'
import { RelativeTime } from '../../ui/format/times.tsx'
import { Card, Entries } from '../../ui/page/card.tsx'
import { formatValue } from '../../ui/format/format-value.ts'

export function AlumnusPage() {
  const { id } = useParams({ from: '/shell/alumni/$id' })
  const { tab } = useSearch({ from: '/shell/alumni/$id' })
  const query = useQuery(alumnusQuery(id))
  const page = query.data
  const row = useCachedRow(
    ['alumni_search', 'page'],
    (found: SearchPage) => found.alumni,
    ({ buid }) => buid === id.toUpperCase(),
  )
  const title = page ? formatPageTitle(page) : formatRowTitle(row)
  const isStaff = hasRole(useSession().user.role, 'staff')
  const asks = useAsks(findBuid(id, page), isStaff)
  const list = useRecordOrigin()
  const navigate = useNavigate()
  useRememberRecentProfile(page && { id: page.alumnus.buid, name: title })
  useLetterKey('c', () => page && void copyText(page.alumnus.buid))
  return (
    <ResourcePage
      query={query}
      height={180}
      title={title}
      isRecord
      crumbs={[
        {
          title: 'Search',
          path: '/alumni_search',
          position: list?.path === '/alumni_search' ? toListPosition(list, id) : undefined,
        },
      ]}
      notice={<ContactWarnings person={page?.alumnus ?? row} bounced={page?.bounced_letter} />}
      actions={isStaff && page && <RecordActions alumnus={page.alumnus} />}
      toolbar={
        list && (
          <Neighbors
            list={list}
            record={page?.alumnus.buid ?? id.toUpperCase()}
            noun="person"
            pageQuery={alumnusQuery}
            onOpen={(to, list) =>
              void navigate({ to: '/alumni/$id', params: { id: to }, search: { tab }, state: { list }, replace: true })
            }
          />
        )
      }
      about={
        page ? (
          <AlumnusHeader page={page} lastAsk={findLastAsk(asks.data)} />
        ) : (
          query.isPending && <AlumnusHeaderPreview person={row} />
        )
      }
    >
      {(loaded) => <RecordColumns key={loaded.alumnus.buid} page={loaded} loadedAt={query.dataUpdatedAt} asks={asks} />}
    </ResourcePage>
  )
}

/** Returns the BUID, or undefined if the URL has the internal id and the record is still loading. */
function findBuid(id: string, page: PageData | undefined): string | undefined {
  return page?.alumnus.buid ?? (/^b/i.test(id) ? id.toUpperCase() : undefined)
}

function formatRowTitle(row: FoundAlumnus | undefined): string {
  return row ? nameWithClasses(row.name, row.class_years) : 'Alumnus'
}

function RecordActions({ alumnus: { buid, deceased } }: { alumnus: Alumnus }) {
  return (
    <>
      {!deceased && <NoteAskButton buids={[buid]} />}
      <WriteNoteButton url={alumnusUrl(buid)} variant="filled" />
    </>
  )
}

function RecordColumns(props: ComponentProps<typeof RecordTabs>) {
  return (
    <WithAside isAsideWide aside={<RecordTabs {...props} />} foot={<CrmChangesCard page={props.page} />}>
      <ContactCard page={props.page} />
    </WithAside>
  )
}

const changeStatusLabels = { pending: 'Pending', exported: 'Exported', verified: 'Verified' } as const

function CrmChangesCard({ page: { alumnus, crm_changes: changes } }: { page: PageData }) {
  const { role } = useSession().user
  const [isAdmin, isStaff] = [hasRole(role, 'admin'), hasRole(role, 'staff')]
  if (changes.length === 0) return null
  return (
    <Card title="Changes for the CRM" count={changes.length}>
      <Entries>
        {changes.map(({ id, field, before, after, status, made_by, created_at }) => (
          <li key={id} className="lines">
            <span>
              <strong>{fieldLabel(field)}</strong> <span className="note">{changeStatusLabels[status]}</span>
            </span>
            <BeforeAfter before={formatValue(field, before)} after={formatValue(field, after)} />
            <span className="fact">
              <RelativeTime time={created_at} /> · {made_by}
            </span>
            {isStaff && status === 'pending' && <UndoChangeButton change={{ buid: alumnus.buid, id, field, after }} />}
          </li>
        ))}
      </Entries>
      {isAdmin && (
        <Link to="/settings/crm/crm_changes" search={{ q: alumnus.buid, state: 'all', page: 1 }}>
          All changes of this person
        </Link>
      )}
    </Card>
  )
}

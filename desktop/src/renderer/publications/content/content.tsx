import { photoPath, photoSet, photoSize } from '@alumni/shared/publications/photos'
import type { CommunityRecord, ContentRow, ContentState, NewsRecord } from '@alumni/shared/publications/staff-content'
import { Image } from '@mantine/core'
import { IconHistory, IconWorld } from '@tabler/icons-react'
import { unpublishedStates, type Kind } from '../../domain/publications/kind.ts'
import { titleColumn } from '../../domain/publications/publication-list.tsx'
import { emptyCell } from '../../ui/format/empty-cell.tsx'
import { Section } from '../../ui/page/section.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import { column, type Column, dateColumn } from '../../ui/table/table-columns.tsx'
import classes from '../../domain/publications/form.module.css'

const states: Kind<ContentState>['states'] = {
  ...unpublishedStates,
  published: { label: 'Published', icon: IconWorld, tone: 'good' },
  ended: { label: 'Unpublished', icon: IconHistory, tone: 'plain' },
}

export const communities: Kind<ContentState> = {
  home: '/settings/content/communities',
  queryKey: 'communities',
  nouns: ['community', 'communities'],
  states,
}

export const news: Kind<ContentState> = {
  home: '/settings/content/news',
  queryKey: 'news',
  nouns: ['item', 'items'],
  states,
}

export function contentColumns({ home }: Kind<ContentState>): Column<ContentRow>[] {
  return [
    titleColumn(home, ({ about }) => about),
    column('state', 'State', { width: 140 }, ({ state }) => <StateBadge {...states[state]} />),
    dateColumn('at', 'Published', ({ at }) => at),
    dateColumn('changed', 'Last changed', ({ updated_at }) => updated_at),
    column('by', 'By', { width: 140 }, ({ updated_by }) => updated_by ?? emptyCell),
  ]
}

export const contentPageConfig = {
  recordOf: <Item,>({ record }: { record: Item }) => record,
  ownMoves: {},
  consequences: {
    publish: () => 'Everyone can read it on the alumni’s site from now on.',
    unpublish: () =>
      'It leaves the alumni’s site and is a draft again. Links to it stop working until it is published again.',
    delete: () => 'It is deleted for good, with its addresses.',
  },
  canDelete: ({ deletion_blocker }: { deletion_blocker: string | null }) => deletion_blocker === null,
  renderRest: ({ record }: { record: CommunityRecord | NewsRecord }) => <SitePreview record={record} />,
}

function SitePreview({ record: { photo, photo_alt, html } }: { record: CommunityRecord | NewsRecord }) {
  return (
    <Section title="As the alumni’s site shows it" maw={860}>
      {photo && (
        <Image
          src={photoPath(photo, 800)}
          srcSet={photoSet(photo, 'webp')}
          sizes="(min-width: 700px) 640px, 100vw"
          {...photoSize(photo)}
          alt={photo_alt}
          maw={640}
          h="auto"
          radius={8}
        />
      )}
      <Prose html={html} />
    </Section>
  )
}

/** Renders the text of a publication. `html` must be sanitized already, as the server does. */
function Prose({ html }: { html: string }) {
  if (html === '') return <div className={classes.paper}>There is no text yet.</div>
  return <div className={classes.paper} data-prose dangerouslySetInnerHTML={{ __html: html }} />
}

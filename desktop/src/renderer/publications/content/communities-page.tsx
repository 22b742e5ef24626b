import type { ContentQuery } from '@alumni/shared/publications/staff-content'
import { IconUsersGroup } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import columnClasses from '../../domain/publications/columns.module.css'
import { NewButton } from '../../domain/publications/offer-list.tsx'
import { contentColumns, membersColumn } from './content-columns.tsx'
import { ContentList } from './content-list.tsx'
import { stateWords } from './words.ts'

/** All communities, and the way to write another. */
export function CommunitiesPage() {
  const search: ContentQuery = useSearch({ from: '/shell/settings/content/communities' })
  const navigate = useNavigate({ from: '/settings/content/communities' })
  const { ended: _, ...states } = stateWords
  return (
    <ContentList
      kind="communities"
      name="Communities"
      about="Where graduates who share a city, a college or an interest find each other. A draft is seen by staff only."
      nouns={['community', 'communities']}
      icon={IconUsersGroup}
      columns={columns}
      states={states}
      search={search}
      onSearch={(to, replace = false) =>
        void navigate({ search: (before) => ({ ...before, page: 1, ...to }), replace, resetScroll: false })
      }
      onOpen={({ id }) => void navigate({ to: '/settings/content/communities/$id', params: { id: String(id) } })}
      hint="name or summary"
      newButton={
        <NewButton
          label="New community"
          renderLink={(props) => <Link to="/settings/content/communities/new" {...props} />}
        />
      }
      invitation="Write what its members share. It stays a draft until you publish it."
    />
  )
}

const columns = contentColumns(({ id, title }) => (
  <Link to="/settings/content/communities/$id" params={{ id: String(id) }} className={columnClasses.name}>
    {title}
  </Link>
)).toSpliced(2, 0, membersColumn)

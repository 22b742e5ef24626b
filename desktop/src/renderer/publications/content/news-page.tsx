import type { ContentQuery } from '@alumni/shared/publications/staff-content'
import { IconNews } from '@tabler/icons-react'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import columnClasses from '../../domain/publications/columns.module.css'
import { NewButton } from '../../domain/publications/offer-list.tsx'
import { contentColumns } from './content-columns.tsx'
import { ContentList } from './content-list.tsx'
import { stateWords } from './words.ts'

/** All news, and the way to write others. */
export function NewsPage() {
  const search: ContentQuery = useSearch({ from: '/shell/settings/content/news' })
  const navigate = useNavigate({ from: '/settings/content/news' })
  return (
    <ContentList
      kind="news"
      name="News"
      about="What alumni read on their site, on the pages of communities and in feed readers. A draft is seen by staff only."
      nouns={['item', 'items']}
      icon={IconNews}
      columns={columns}
      states={stateWords}
      search={search}
      onSearch={(to, replace = false) =>
        void navigate({ search: (before) => ({ ...before, page: 1, ...to }), replace, resetScroll: false })
      }
      onOpen={({ id }) => void navigate({ to: '/settings/content/news/$id', params: { id: String(id) } })}
      hint="title, summary, author or community"
      newButton={
        <NewButton label="Write news" renderLink={(props) => <Link to="/settings/content/news/new" {...props} />} />
      }
      invitation="Write what alumni should hear of. It stays a draft until you publish it."
    />
  )
}

const columns = contentColumns(({ id, title }) => (
  <Link to="/settings/content/news/$id" params={{ id: String(id) }} className={columnClasses.name}>
    {title}
  </Link>
))

import type { SearchableList } from '@alumni/shared/alumni/saved-searches'
import { Box, Menu } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { NotLoaded } from '../../ui/page/not-loaded.tsx'
import { loadedLater } from '../../ui/table/loaded-later.ts'
import type { Naming } from './name-modal.tsx'
import { savedSearchesQuery, savedUrl } from './saved-actions.ts'
import { Button } from '../../ui/button.tsx'

const NameModal = loadedLater(() => import('./name-modal.tsx'), 'NameModal')

type SavedMenuProps = {
  list: SearchableList
  /** The current query; blank is nothing to save. */
  query: string
  onOpen: (query: string) => void
}

/** The searches that were saved under a name, and the way to save this one. */
export function SavedMenu({ list, query, onOpen }: SavedMenuProps) {
  const [naming, setNaming] = useState<Naming | null>(null)
  const saved = useQuery(savedSearchesQuery(list))
  const searches = saved.data?.searches ?? []
  return (
    <>
      <Menu position="bottom-end" width={320}>
        <Menu.Target>
          <Button variant="default" icon={IconBookmark}>
            Saved
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={!query} onClick={() => setNaming({ query })}>
            Save this search…
          </Menu.Item>
          <Menu.Divider />
          {searches.length === 0 && (
            <Box className="fact" px={12} py={8}>
              {saved.isError ? (
                <NotLoaded sentence="Your saved searches could not be loaded." onRetry={saved.refetch} />
              ) : (
                'Your saved searches are listed here and in the palette.'
              )}
            </Box>
          )}
          {searches.map((search) => (
            <Menu.Item key={search.id} onClick={() => onOpen(search.query)}>
              <span>
                {search.name} {search.by && <span className="muted">of {search.by}</span>}
              </span>
            </Menu.Item>
          ))}
          {searches.length > 0 && (
            <>
              <Menu.Divider />
              <Menu.Item renderRoot={(props) => <Link to={savedUrl(list)} {...props} />}>
                Counts, follow, rename, share or delete…
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {naming && (
        <Suspense>
          <NameModal list={list} naming={naming} searches={searches} onClose={() => setNaming(null)} />
        </Suspense>
      )}
    </>
  )
}

import type { SearchableList } from '@alumni/shared/alumni/saved-searches'
import { IconBookmark } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { HeadActions, type HeadAction } from '../../ui/page/head-actions.tsx'
import { lazyComponent } from '../../ui/lazy-component.ts'
import { savedSearchesQuery } from './saved-searches.ts'

const NameModal = lazyComponent(() => import('./name-modal.tsx'), 'NameModal')

type SearchActionsProps = {
  list: SearchableList
  query: string
  actions?: readonly HeadAction[]
  others?: readonly HeadAction[]
}

export function SearchActions({ list, query, actions = [], others = [] }: SearchActionsProps) {
  const [isNaming, setNaming] = useState(false)
  const saved = useQuery({ ...savedSearchesQuery(list), enabled: isNaming })
  const save = {
    label: 'Save this search…',
    icon: IconBookmark,
    isDisabled: !query,
    onClick: () => setNaming(true),
  }
  return (
    <>
      <HeadActions actions={actions} others={[...others, save]} />
      {isNaming && (
        <Suspense>
          <NameModal
            list={list}
            naming={{ query }}
            searches={saved.data?.searches ?? []}
            onClose={() => setNaming(false)}
          />
        </Suspense>
      )}
    </>
  )
}

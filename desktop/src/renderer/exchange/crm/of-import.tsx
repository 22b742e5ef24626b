import type { OfImport as Import } from '@alumni/shared/exchange/crm'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Sentence } from '../../ui/sentence.tsx'

/** Says that a list is narrowed to one contacts import, and leads out of it. */
export function OfImport({
  id,
  batch,
  what,
  links,
  onAll,
}: {
  id: number
  batch: Import | null
  what: string
  links: ReactNode
  onAll: () => void
}) {
  return (
    <Sentence
      tone="info"
      title={`${what} contacts import ${id}`}
      actions={
        <Button variant="default" size="xs" onClick={onAll}>
          Show all imports
        </Button>
      }
    >
      {batch ? (
        <>
          <Link
            to="/settings/imports/$type/batches/$id"
            params={{ type: 'contacts', id: String(id) }}
            search={{ page: 1 }}
          >
            {batch.file_name}
          </Link>
          , brought in by {batch.imported_by}. {links}
        </>
      ) : (
        'There is no such import.'
      )}
    </Sentence>
  )
}

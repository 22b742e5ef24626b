import type { ImportRef } from '@alumni/shared/exchange/crm'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { useAddress } from '../../ui/use-address.ts'
import { batchPage } from '../imports/queries.ts'

type Search = { batch_id?: number | undefined; state?: string | undefined }

type ImportNoticeProps = { source: ImportRef | null; title: string; children: ReactNode }

export function ImportNotice({ source, title, children }: ImportNoticeProps) {
  const { search, go } = useAddress<Search>()
  const { batch_id: id } = search
  if (id === undefined) return null
  return (
    <Alert
      tone="info"
      title={`${title} contacts import ${id}`}
      actions={
        <Button variant="default" size="xs" onClick={() => go({ batch_id: undefined, state: undefined }, 'as step')}>
          Show all imports
        </Button>
      }
    >
      {source ? (
        <>
          <Link {...batchPage({ type: 'contacts', id })}>{source.file_name}</Link>, brought in by {source.imported_by}.{' '}
          {children}
        </>
      ) : (
        'There is no such import.'
      )}
    </Alert>
  )
}

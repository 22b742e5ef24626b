import type { ApiKey, ApiKeysPage as PageData } from '@alumni/shared/staff/api-keys'
import { IconBook, IconCircleX, IconKey, IconPlus, IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable } from '../../ui/table/data-table.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import { IssueModal, RevokeModal, RotateModal } from './key-modals.tsx'
import { keyColumns } from './key-columns.tsx'
import { apiKeysQuery } from './queries.ts'
import { Button } from '../../ui/button.tsx'

export function ApiKeysPage() {
  const [isIssuing, setIssuing] = useState(false)
  return (
    <ResourcePage
      title="API keys"
      isList
      about="With a key, another system such as the events app sends engagements here. Each has its own."
      actions={<PageActions onIssue={() => setIssuing(true)} />}
      query={useQuery(apiKeysQuery)}
      height={52}
    >
      {(page) => (
        <>
          <Keys page={page} onIssue={() => setIssuing(true)} />
          {isIssuing && <IssueModal onClose={() => setIssuing(false)} />}
        </>
      )}
    </ResourcePage>
  )
}

function PageActions({ onIssue }: { onIssue: () => void }) {
  return (
    <>
      <Button component="a" href="/api/v1" target="_blank" rel="noreferrer" variant="default" icon={IconBook}>
        How to use the API
      </Button>
      <Button onClick={onIssue} icon={IconPlus}>
        New key
      </Button>
    </>
  )
}

function Keys({ page, onIssue }: { page: PageData; onIssue: () => void }) {
  const [openDialog, setOpenDialog] = useState<{ action: 'rotate' | 'revoke'; apiKey: ApiKey } | null>(null)
  if (page.keys.length === 0) {
    return (
      <EmptyState icon={IconKey} title="No key has been issued" actions={<Button onClick={onIssue}>New key</Button>}>
        Give the developers of the events app a key, and the app can send engagements here.
      </EmptyState>
    )
  }
  const isActive = ({ revoked_at }: ApiKey) => revoked_at === null
  const KeyDialog = openDialog?.action === 'rotate' ? RotateModal : RevokeModal
  return (
    <>
      <DataTable
        caption="API keys"
        columns={keyColumns}
        rows={page.keys}
        rowKey={({ id }) => String(id)}
        actions={[
          {
            label: () => 'Rotate…',
            icon: IconRefresh,
            run: (apiKey) => setOpenDialog({ action: 'rotate', apiKey }),
            isPossible: isActive,
          },
          {
            label: () => 'Revoke…',
            icon: IconCircleX,
            run: (apiKey) => setOpenDialog({ action: 'revoke', apiKey }),
            isPossible: isActive,
          },
        ]}
      />
      {openDialog && <KeyDialog apiKey={openDialog.apiKey} onClose={() => setOpenDialog(null)} />}
    </>
  )
}

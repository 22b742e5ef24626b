import type { ImportStatus } from '@alumni/shared/exchange/import-states'
import type { ImportStatusReply } from '@alumni/shared/exchange/imports'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSession } from '../../domain/session/session.ts'
import { callDesktop, isDesktop } from '../../ui/desktop.ts'
import { showToast } from '../../ui/notify.tsx'
import { hubQuery, isProcessing } from './queries.ts'
import { describeBatch } from './summary.ts'

/** Notifies users when the scan or import of their file finishes while they are on another page. */
export function ImportNotifier() {
  const { user } = useSession()
  const { pathname } = useLocation()
  const statuses = useRef(new Map<string, ImportStatus>())
  const types = useQuery({ ...hubQuery, refetchOnWindowFocus: false }).data?.types
  useEffect(() => {
    for (const { last_batch: batch } of types ?? []) {
      if (batch?.imported_by !== user.name) continue
      const { self } = batch.links
      const before = statuses.current.get(self)
      statuses.current.set(self, batch.status)
      if (before && isProcessing(before) && !isProcessing(batch.status) && batch.status !== 'cancelled')
        notifyFinished(batch, pathname === self)
    }
  }, [types, user.name, pathname])
  return null
}

function notifyFinished(batch: ImportStatusReply, isOnPage: boolean): void {
  const { status, file_name: name, links, type, id } = batch
  const result = status === 'failed' ? 'the import has failed' : 'the import is done'
  const title = status === 'review' ? `${name} has been scanned` : `${name}: ${result}`
  const message = batch.error ?? describeBatch(batch)
  if (isDesktop() && !document.hasFocus())
    return void callDesktop('notification.show', { title, message, path: links.self })
  if (!isOnPage) showToast({ title, message, color: status === 'failed' ? 'red' : undefined }, `import ${type} ${id}`)
}

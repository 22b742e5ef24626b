import type { ImportStatus } from '@alumni/shared/exchange/import-states'
import type { ImportStatusReply } from '@alumni/shared/exchange/imports'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useSession } from '../../domain/session/session.ts'
import { callDesktop, isDesktop } from '../../ui/desktop.ts'
import { showToast } from '../../ui/notify.tsx'
import { hubQuery, isMoving } from './queries.ts'
import { summaryOf } from './summary.ts'

/** Notifies the person when the scan or the import of their file has ended while they are elsewhere. */
export function BatchNews() {
  const { user } = useSession()
  const { pathname } = useLocation()
  const seen = useRef(new Map<string, ImportStatus>())
  const types = useQuery({ ...hubQuery, refetchOnWindowFocus: false }).data?.types
  useEffect(() => {
    for (const { last_batch: batch } of types ?? []) {
      if (batch?.imported_by !== user.name) continue
      const { self } = batch.links
      const before = seen.current.get(self)
      seen.current.set(self, batch.status)
      if (before && isMoving(before) && !isMoving(batch.status) && batch.status !== 'cancelled')
        report(batch, pathname === self)
    }
  }, [types, user.name, pathname])
  return null
}

function report(batch: ImportStatusReply, isOnPage: boolean): void {
  const { status, file_name: name, links, type, id } = batch
  const end = status === 'failed' ? 'the import has failed' : 'the import is done'
  const title = status === 'review' ? `${name} has been scanned` : `${name}: ${end}`
  const message = batch.error ?? summaryOf(batch)
  if (isDesktop() && !document.hasFocus())
    return void callDesktop('notification.show', { title, message, path: links.self })
  if (!isOnPage) showToast({ title, message, color: status === 'failed' ? 'red' : undefined }, `import ${type} ${id}`)
}

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { parsePlainSearch } from '../../plain-search.ts'

export function PathLink({ path, className, children }: { path: string; className?: string; children: ReactNode }) {
  const { pathname, search, hash } = new URL(path, location.origin)
  return (
    <Link to={pathname} search={parsePlainSearch(search)} hash={hash.slice(1)} className={className}>
      {children}
    </Link>
  )
}

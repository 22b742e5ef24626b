import type { ReactNode } from 'react'

/** A part of a page under a ruled heading. */
export function TitledSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="ruled-heading">{title}</h2>
      {children}
    </section>
  )
}

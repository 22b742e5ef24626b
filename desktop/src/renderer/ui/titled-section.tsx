import type { ReactNode } from 'react'
import classes from './titled-section.module.css'

/** A part of a page under a ruled heading. */
export function TitledSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

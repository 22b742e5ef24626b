import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import classes from './form.module.css'

const TextEditor = lazy(async () => ({ default: (await import('./text-editor.tsx')).TextEditor }))

/** A text that looks as it will on the alumni's site; it is kept as Markdown. Only pages with this field load its editor. */
export function MarkdownField() {
  return (
    <Suspense fallback={<Skeleton className={classes.wide} h={320} aria-label="Text" />}>
      <TextEditor />
    </Suspense>
  )
}

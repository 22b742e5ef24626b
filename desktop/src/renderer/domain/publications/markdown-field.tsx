import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import classes from './form.module.css'

const TextEditor = lazy(async () => ({ default: (await import('./text-editor.tsx')).TextEditor }))

/** A rich text editor that stores Markdown; pages without this field do not load its script. */
export function MarkdownField() {
  return (
    <Suspense fallback={<Skeleton className={classes.wide} h={320} aria-label="Text" />}>
      <TextEditor />
    </Suspense>
  )
}

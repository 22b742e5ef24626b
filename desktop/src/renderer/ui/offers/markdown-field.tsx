import { textPreviewReply } from '@alumni/shared/offers'
import { Input, SegmentedControl, Textarea, UnstyledButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { request } from '../../http.ts'
import { Sentence } from '../sentence.tsx'
import type { OfferForm } from './use-offer-form.ts'
import classes from './form.module.css'

/** A text in Markdown, and how the alumni's site shows it: the server that renders the site renders the preview. */
export function MarkdownField({ form, name, label }: { form: OfferForm; name: string; label: string }) {
  const [view, setView] = useState<'write' | 'preview'>('write')
  const id = useId()
  const text = String(form.typed[name])
  const theirs = form.theirsOf(name)
  return (
    <div className={classes.markdown}>
      <div className={classes.markdownHead}>
        <Input.Label htmlFor={id} size="sm">
          {label}
        </Input.Label>
        <SegmentedControl
          size="xs"
          aria-label={`${label}: write or preview`}
          data={[
            { value: 'write', label: 'Write' },
            { value: 'preview', label: 'Preview' },
          ]}
          value={view}
          onChange={(to) => setView(to as typeof view)}
        />
      </div>
      {view === 'write' ? (
        <Textarea
          id={id}
          size="sm"
          autosize
          minRows={10}
          maxRows={24}
          error={form.wrong[name]}
          description="Markdown: **bold**, *italic*, ## for a heading, - for a list, [words](https://…) for a link."
          inputWrapperOrder={['input', 'description', 'error']}
          value={text}
          onChange={(event) => form.set(name, event.currentTarget.value)}
        />
      ) : (
        <Preview text={text} />
      )}
      {theirs !== undefined && (
        <div className={classes.theirText}>
          <strong>Theirs</strong>
          <pre>{String(theirs) || 'empty'}</pre>
          <UnstyledButton className={classes.take} onClick={() => form.set(name, theirs)}>
            Take theirs
          </UnstyledButton>
        </div>
      )}
    </div>
  )
}

function Preview({ text }: { text: string }) {
  const preview = useQuery({
    queryKey: ['text-preview', text],
    queryFn: ({ signal }) =>
      request('/champion_signups/text_previews', textPreviewReply, { method: 'POST', body: { text }, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  if (preview.error) return <Sentence tone="bad">{preview.error.message}</Sentence>
  if (text.trim() === '') return <div className={classes.paper}>There is no text yet.</div>
  // The server has made the HTML safe, as it does for the alumni's site.
  return <div className={classes.paper} data-prose dangerouslySetInnerHTML={{ __html: preview.data?.html ?? '' }} />
}

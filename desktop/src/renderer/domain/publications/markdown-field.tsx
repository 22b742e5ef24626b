import { textPreviewReply } from '@alumni/shared/publications/publications'
import { ActionIcon, Input, SegmentedControl, Textarea, Tooltip, UnstyledButton } from '@mantine/core'
import { IconHelp, IconPhoto, type Icon } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import { insertTextIntoField } from 'text-field-edit'
import { request } from '../../http.ts'
import { Alert } from '../../ui/alert.tsx'
import { MarkdownHelp } from './markdown-help.tsx'
import { markdownTools } from './markdown-tools.ts'
import { PictureModal } from './picture-modal.tsx'
import { Prose } from './prose.tsx'
import type { PublicationForm } from './use-publication-form.ts'
import classes from './form.module.css'

/** A text in Markdown, and how the alumni's site shows it: the server that renders the site renders the preview. */
export function MarkdownField({ form, name, label }: { form: PublicationForm; name: string; label: string }) {
  const [view, setView] = useState<'write' | 'preview'>('write')
  const [open, setOpen] = useState<'help' | 'picture' | null>(null)
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const text = String(form.typed[name])
  const theirs = form.theirsOf(name)

  function onKey(event: KeyboardEvent) {
    const tool = markdownTools.find(({ key }) => key === event.key.toLowerCase())
    if (!tool || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || !field.current) return
    event.preventDefault()
    // Ctrl+K opens the palette elsewhere.
    event.stopPropagation()
    tool.use(field.current)
  }

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
        <>
          <div className={classes.tools} role="group" aria-label={`Write into ${label.toLowerCase()}`}>
            {markdownTools.map(({ name, icon, key, use }) => (
              <ToolButton
                key={name}
                name={key ? `${name} (Ctrl+${key.toUpperCase()})` : name}
                icon={icon}
                onPress={() => field.current && use(field.current)}
              />
            ))}
            <ToolButton name="Picture" icon={IconPhoto} onPress={() => setOpen('picture')} />
            <ToolButton name="How to write" icon={IconHelp} onPress={() => setOpen('help')} />
          </div>
          <Textarea
            ref={field}
            id={id}
            size="sm"
            autosize
            minRows={10}
            maxRows={24}
            error={form.wrong[name]}
            value={text}
            onChange={(event) => form.set(name, event.currentTarget.value)}
            onKeyDown={onKey}
          />
        </>
      ) : (
        <Preview text={text} />
      )}
      {open === 'help' && <MarkdownHelp onClose={() => setOpen(null)} />}
      {open === 'picture' && (
        <PictureModal
          onClose={() => setOpen(null)}
          onPicture={(markdown) => {
            setOpen(null)
            if (field.current) insertTextIntoField(field.current, markdown)
          }}
        />
      )}
      {theirs !== undefined && <TheirText text={String(theirs)} onTake={() => form.set(name, theirs)} />}
    </div>
  )
}

function TheirText({ text, onTake }: { text: string; onTake: () => void }) {
  return (
    <div className={classes.theirText}>
      <strong>Theirs</strong>
      <pre>{text || 'empty'}</pre>
      <UnstyledButton className={classes.take} onClick={onTake}>
        Take theirs
      </UnstyledButton>
    </div>
  )
}

function ToolButton({ name, icon: Picture, onPress }: { name: string; icon: Icon; onPress: () => void }) {
  return (
    <Tooltip label={name}>
      <ActionIcon variant="subtle" color="gray" size={32} aria-label={name} onClick={onPress}>
        <Picture size={18} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
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
  if (preview.error) return <Alert tone="bad">{preview.error.message}</Alert>
  return <Prose html={text.trim() === '' ? '' : (preview.data?.html ?? '')} />
}

import { ActionIcon, Menu } from '@mantine/core'
import { IconCopy, IconDots, IconDownload, IconEyeOff, IconTrash, type Icon } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { z } from 'zod'
import { request } from '../../http.ts'
import { askToConfirm } from '../../ui/form/dialog.tsx'
import { useExport } from '../../ui/exports/export-button.tsx'
import { useAction } from '../../ui/use-action.ts'
import { answersOf, type Kind } from './kind.ts'
import { PublishDialog, useMove } from './publish-dialog.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'

/** The moves of all kinds; each adds its own. */
type CommonMove = 'publish' | 'schedule' | 'unpublish'

export type Movable = {
  id: number
  version: number
  state: string
  published_at: string | null
  clock_zone: string
  site_url: string
  moves: readonly string[]
  counts?: Readonly<Record<string, number>>
}

/** The effects of a move or a deletion, in words. */
type Consequences<Item> = (record: Item) => ReactNode
type Question<Item> = { title: string; action: string; isDangerous?: boolean; consequences: Consequences<Item> }
type OwnMove<Item> = Question<Item> & { button: string; done: string }

/** The actions on one kind of publication. */
export type Actions<Item extends Movable> = {
  consequences: Record<'publish' | 'unpublish' | 'delete', Consequences<Item>>
  /** Moves of this kind alone, as buttons. */
  own: Record<Exclude<Item['moves'][number], CommonMove>, OwnMove<Item>>
  canEdit?: (record: Item) => boolean
  canDelete: (record: Item) => boolean
  /** The label of the action that copies it, which is a button once it cannot be deleted. */
  copy?: string
  /** The last part of the address of the file of all answers. */
  answersFile?: string
  /** Additional buttons. */
  renderButtons?: (record: Item) => ReactNode
}

type PublicationActionsProps<Item extends Movable> = { kind: Kind<string> & Actions<Item>; record: Item }

/** Publishing, editing, and what else can be done with something that staff have written. */
export function PublicationActions<Item extends Movable>({ kind, record }: PublicationActionsProps<Item>) {
  const [isPublishing, setPublishing] = useState(false)
  const own = Object.entries(kind.own) as [string, OwnMove<Item>][]
  const can = (move: string) => record.moves.includes(move)
  const move = useMove(kind, record.id, {
    done: (_, { move }) => own.find(([name]) => name === move)?.[1].done ?? 'It is a draft again.',
  })
  const ask = ({ action, consequences, isDangerous = false, title }: Question<Item>, onConfirm: () => void) =>
    askToConfirm({ title, children: consequences(record), confirm: action, cancel: 'Not yet', isDangerous, onConfirm })
  return (
    <>
      {can('publish') && (
        <Button onClick={() => setPublishing(true)}>
          {record.state === 'scheduled' ? 'Publish or reschedule…' : 'Publish…'}
        </Button>
      )}
      {kind.renderButtons?.(record)}
      {(kind.canEdit?.(record) ?? true) && (
        <LinkButton variant="default" to={`${kind.home}/$id/edit`} params={{ id: String(record.id) }}>
          Edit
        </LinkButton>
      )}
      {own
        .filter(([name]) => can(name))
        .map(([name, question]) => (
          <Button key={name} variant="default" onClick={() => ask(question, () => move.mutate({ move: name }))}>
            {question.button}
          </Button>
        ))}
      <MoreActions kind={kind} record={record} ask={ask} onUnpublish={() => move.mutate({ move: 'unpublish' })} />
      {isPublishing && (
        <PublishDialog kind={kind} record={record} onClose={() => setPublishing(false)}>
          {kind.consequences.publish(record)}
        </PublishDialog>
      )}
    </>
  )
}

type MoreActionsProps<Item extends Movable> = PublicationActionsProps<Item> & {
  ask: (question: Question<Item>, onConfirm: () => void) => void
  onUnpublish: () => void
}

function MoreActions<Item extends Movable>({ kind, record, ask, onUnpublish }: MoreActionsProps<Item>) {
  const { home, queryKey, nouns, consequences, answersFile, copy } = kind
  const { id, version, state, moves, counts = {} } = record
  const url = `${home}/${id}`
  const deletion = state === 'draft' ? 'Delete this draft' : `Delete this ${nouns[0]}`
  const canDelete = kind.canDelete(record)
  const navigate = useNavigate()
  const { start } = useExport()
  const { mutate: remove } = useAction(
    () => request(url, z.unknown(), { method: 'DELETE', body: { version } }),
    // Its own page is not read again: there is none any more.
    { invalidates: [[queryKey, 'list']], done: () => 'It is deleted.', onDone: () => void navigate({ href: home }) },
  )
  const like = () => void navigate({ href: `${home}/new?copy=${id}` })
  if (copy && !canDelete)
    return (
      <Button variant="default" onClick={like}>
        {copy}
      </Button>
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} h="auto" mih={36} aria-label="More actions">
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuEntry icon={IconCopy} onClick={like}>
          {copy ?? 'Write another like this'}
        </MenuEntry>
        {answersFile && answersOf({ counts }) > 0 && (
          <MenuEntry
            icon={IconDownload}
            onClick={() => start({ url: `${url}/${answersFile}`, noun: ['answer', 'answers'] })}
          >
            Download all answers (CSV)
          </MenuEntry>
        )}
        {moves.includes('unpublish') && (
          <MenuEntry
            icon={IconEyeOff}
            onClick={() =>
              ask({ title: 'Unpublish it?', action: 'Unpublish', consequences: consequences.unpublish }, onUnpublish)
            }
          >
            {state === 'scheduled' ? 'Make it a draft again…' : 'Unpublish…'}
          </MenuEntry>
        )}
        {canDelete && (
          <MenuEntry
            icon={IconTrash}
            color="red"
            onClick={() =>
              ask(
                { title: `${deletion}?`, action: 'Delete it', isDangerous: true, consequences: consequences.delete },
                remove,
              )
            }
          >
            {deletion}…
          </MenuEntry>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

type MenuEntryProps = { icon: Icon; color?: string; onClick: () => void; children: ReactNode }

function MenuEntry({ icon: Picture, ...item }: MenuEntryProps) {
  return <Menu.Item leftSection={<Picture size={16} stroke={1.6} aria-hidden />} {...item} />
}

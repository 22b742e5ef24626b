import { ActionIcon, Menu } from '@mantine/core'
import { IconCopy, IconDots, IconDownload, IconEyeOff, IconTrash, type Icon } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { z } from 'zod'
import { remove } from '../../http.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { askToConfirm } from '../../ui/form/dialog.tsx'
import { formatExportLabel, useExport } from '../../ui/exports/export-button.tsx'
import { useAction } from '../../ui/use-action.ts'
import { countAnswers, type Kind } from './kind.ts'
import { movePublication, PublishDialog } from './publish-dialog.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'

const answerNoun = ['answer', 'answers'] as const

type CommonMove = 'publish' | 'schedule' | 'unpublish'

export type PublicationRecord = {
  id: number
  version: number
  state: string
  summary: string
  published_at: string | null
  clock_zone: string
  site_url: string
  moves: readonly string[]
  counts?: Readonly<Record<string, number>>
}

type Consequences<Item> = (record: Item) => ReactNode
type OwnMove<Item> = {
  button: string
  title: string
  action: string
  isDangerous?: boolean
  consequences: Consequences<Item>
  successMessage: string
}

export type Actions<Item extends PublicationRecord> = {
  consequences: Record<'publish' | 'unpublish' | 'delete', Consequences<Item>>
  ownMoves: Record<Exclude<Item['moves'][number], CommonMove>, OwnMove<Item>>
  canEdit?: (record: Item) => boolean
  canDelete: (record: Item) => boolean
  /** Last segment of the URL that exports all answers. */
  answersFile?: string
  /** Returns the subject of letters that invite people, such as `event:12`, or null if it is over. */
  invitationTo?: (record: Item) => string | null
  renderButtons?: (record: Item) => ReactNode
}

type PublicationActionsProps<Item extends PublicationRecord> = { kind: Kind<string> & Actions<Item>; record: Item }

export function PublicationActions<Item extends PublicationRecord>({ kind, record }: PublicationActionsProps<Item>) {
  const [isPublishing, setPublishing] = useState(false)
  const ownMoves = Object.entries(kind.ownMoves) as [string, OwnMove<Item>][]
  const can = (move: string) => record.moves.includes(move)
  return (
    <>
      {can('publish') && record.summary === '' && (
        <LinkButton to={`${kind.home}/$id/edit`} params={{ id: String(record.id) }} hash="summary">
          Add a summary
        </LinkButton>
      )}
      {can('publish') && record.summary !== '' && (
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
      {ownMoves
        .filter(([move]) => can(move))
        .map(([move, { button, successMessage, title, action, consequences, isDangerous = false }]) => (
          <ActionButton
            key={move}
            run={() => movePublication(kind, record.id, { move })}
            invalidates={[kind.queryKey]}
            successNotice={() => successMessage}
            confirmation={{ title, body: <p>{consequences(record)}</p>, confirm: action, isDangerous }}
          >
            {button}
          </ActionButton>
        ))}
      <MoreActions kind={kind} record={record} />
      {isPublishing && (
        <PublishDialog
          kind={kind}
          record={record}
          invitationTo={kind.invitationTo?.(record) ?? null}
          onClose={() => setPublishing(false)}
        >
          {kind.consequences.publish(record)}
        </PublishDialog>
      )}
    </>
  )
}

function MoreActions<Item extends PublicationRecord>({ kind, record }: PublicationActionsProps<Item>) {
  const { home, queryKey, consequences, answersFile } = kind
  const { id, state, moves, counts = {} } = record
  const url = `${home}/${id}`
  const canDelete = kind.canDelete(record)
  const deletion = useDeletion({ kind, record })
  const navigate = useNavigate()
  const { start } = useExport()
  const unpublish = useAction(() => movePublication(kind, id, { move: 'unpublish' }), {
    invalidates: [queryKey],
    successNotice: () => 'It is a draft again.',
  })
  const copy = () => void navigate({ href: `${home}/new?copy=${id}` })
  const answers = answersFile ? countAnswers({ counts }) : 0
  if (!canDelete && answers === 0 && !moves.includes('unpublish'))
    return (
      <Button variant="default" onClick={copy}>
        Copy
      </Button>
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} miw={44} h="auto" flex="none" ml="auto" aria-label="More actions">
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <MenuEntry icon={IconCopy} onClick={copy}>
          Copy
        </MenuEntry>
        {answers > 0 && (
          <MenuEntry icon={IconDownload} onClick={() => start({ url: `${url}/${answersFile}`, noun: answerNoun })}>
            {formatExportLabel({ matching: answers, noun: answerNoun })}
          </MenuEntry>
        )}
        {moves.includes('unpublish') && (
          <MenuEntry
            icon={IconEyeOff}
            onClick={() =>
              askToConfirm({
                title: 'Unpublish it?',
                children: consequences.unpublish(record),
                confirm: 'Unpublish',
                onConfirm: unpublish.mutate,
              })
            }
          >
            {state === 'scheduled' ? 'Make it a draft again…' : 'Unpublish…'}
          </MenuEntry>
        )}
        {canDelete && (
          <MenuEntry icon={IconTrash} color="red" onClick={deletion.ask}>
            {deletion.label}
          </MenuEntry>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Returns the label of a button that deletes a record, and the function that asks and then deletes it. */
export function useDeletion<Item extends PublicationRecord>({ kind, record }: PublicationActionsProps<Item>) {
  const { home, queryKey, nouns, consequences } = kind
  const { id, version, state } = record
  const label = state === 'draft' ? 'Delete this draft' : `Delete this ${nouns[0]}`
  const navigate = useNavigate()
  const deletion = useAction(
    () => remove(`${home}/${id}`, z.unknown(), { version }),
    // Only lists are invalidated, because the record's page is gone.
    {
      invalidates: [[queryKey, 'list']],
      successNotice: () => 'It is deleted.',
      onDone: () => void navigate({ href: home }),
    },
  )
  const ask = () =>
    askToConfirm({
      title: `${label}?`,
      children: consequences.delete(record),
      confirm: 'Delete it',
      isDangerous: true,
      onConfirm: deletion.mutate,
    })
  return { label: `${label}…`, ask }
}

type MenuEntryProps = { icon: Icon; color?: string; onClick: () => void; children: ReactNode }

function MenuEntry({ icon: Picture, ...item }: MenuEntryProps) {
  return <Menu.Item leftSection={<Picture size={16} stroke={1.6} aria-hidden />} {...item} />
}

import type { OpportunityMove, OpportunityRecord } from '@alumni/shared/staff-opportunities'
import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconCopy, IconDots, IconDownload, IconEyeOff, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useExport } from '../ui/exports/export-button.tsx'
import { ConfirmModal } from '../ui/offers/confirm-modal.tsx'
import { sayDone } from '../ui/offers/say.ts'
import { countOf } from '../ui/words/numbers.ts'
import { opportunityUrl, useDelete, useMove } from './queries.ts'

type Asked = OpportunityMove | 'delete'

/** Editing, publishing, closing, and what else can be done with an opportunity. */
export function OpportunityActions({ opportunity }: { opportunity: OpportunityRecord }) {
  const { id, moves, state, counts, version } = opportunity
  const params = { id: String(id) }
  const [asked, setAsked] = useState<Asked | null>(null)
  const navigate = useNavigate()
  const { start } = useExport()
  const move = useMove(id)
  const remove = useDelete(id)
  const can = (one: OpportunityMove) => moves.includes(one)
  const answers = Object.values(counts).reduce((sum, each) => sum + each, 0)
  const close = () => setAsked(null)

  function confirm() {
    if (asked === 'delete')
      remove.mutate(version, {
        onSuccess: () => {
          sayDone('The draft is deleted.')
          void navigate({ to: '/champion_signups/opportunities' })
        },
        onError: close,
      })
    else if (asked) move.mutate(asked, { onSuccess: () => sayDone(done[asked]), onSettled: close })
  }

  return (
    <>
      {can('publish') && <Button onClick={() => setAsked('publish')}>Publish…</Button>}
      {can('reopen') && <Button onClick={() => setAsked('reopen')}>Reopen…</Button>}
      <Button
        variant="default"
        renderRoot={(props) => <Link to="/champion_signups/opportunities/$id/edit" params={params} {...props} />}
      >
        Edit
      </Button>
      {can('close') && (
        <Button variant="default" onClick={() => setAsked('close')}>
          Close…
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label="More actions">
            <IconDots size={18} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconCopy size={16} stroke={1.6} aria-hidden />}
            onClick={() => void navigate({ to: '/champion_signups/opportunities/new', search: { copy: id } })}
          >
            Write another like this
          </Menu.Item>
          {answers > 0 && (
            <Menu.Item
              onClick={() => start({ url: `${opportunityUrl(id)}/responses.csv`, noun: ['answer', 'answers'] })}
              leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
            >
              Download all answers (CSV)
            </Menu.Item>
          )}
          {can('unpublish') && (
            <Menu.Item
              leftSection={<IconEyeOff size={16} stroke={1.6} aria-hidden />}
              onClick={() => setAsked('unpublish')}
            >
              Take off the site…
            </Menu.Item>
          )}
          {state === 'draft' && answers === 0 && (
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
              onClick={() => setAsked('delete')}
            >
              Delete this draft…
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {asked && (
        <ConfirmModal
          isOpen
          title={titles[asked]}
          action={actions[asked]}
          isDangerous={asked === 'delete'}
          isPending={move.isPending || remove.isPending}
          onConfirm={confirm}
          onClose={close}
        >
          <Consequences asked={asked} opportunity={opportunity} />
        </ConfirmModal>
      )}
    </>
  )
}

const titles: Record<Asked, string> = {
  publish: 'Publish this opportunity?',
  unpublish: 'Take it off the site?',
  close: 'Close this opportunity?',
  reopen: 'Reopen this opportunity?',
  delete: 'Delete this draft?',
}
const actions: Record<Asked, string> = {
  publish: 'Publish it',
  unpublish: 'Take it off',
  close: 'Close it',
  reopen: 'Reopen it',
  delete: 'Delete it',
}
const done: Record<OpportunityMove, string> = {
  publish: 'It is on the alumni’s site.',
  unpublish: 'It is a draft again.',
  close: 'It takes no more answers.',
  reopen: 'It takes answers again.',
}

function Consequences({ asked, opportunity: { counts } }: { asked: Asked; opportunity: OpportunityRecord }) {
  switch (asked) {
    case 'publish':
      return 'Everybody can read it on the alumni’s site from now on, and champions can answer.'
    case 'unpublish':
      return 'It leaves the alumni’s site and is a draft again. Nobody has answered yet.'
    case 'close':
      return (
        <>
          It stays readable and takes no more answers. Nobody gets a letter.{' '}
          {counts.responded > 0 &&
            `${countOf(counts.responded, ['answer waits', 'answers wait'])} still to be decided. `}
          {counts.waiting > 0 &&
            `${countOf(counts.waiting, ['person stays', 'people stay'])} on the waiting list, without a chance of a place: decline them to let them know.`}
        </>
      )
    case 'reopen':
      return (
        <>
          Champions can answer again.{' '}
          {counts.waiting > 0 &&
            `${countOf(counts.waiting, ['person', 'people'])} on the waiting list get the places that are free, in their order, and a letter.`}
        </>
      )
    case 'delete':
      return 'It is gone for good. Nobody has seen it but staff.'
  }
}

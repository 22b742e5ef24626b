import type { OpportunityRecord } from '@alumni/shared/publications/staff-opportunities'
import { Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useExport } from '../../ui/exports/export-button.tsx'
import { PublicationActions } from '../../domain/publications/publication-actions.tsx'
import { countOf } from '../../ui/words/numbers.ts'
import { opportunityUrl, useDelete, useMove } from './queries.ts'

/** Editing, publishing, closing, and what else can be done with an opportunity. */
export function OpportunityActions({ opportunity }: { opportunity: OpportunityRecord }) {
  const { id, state, counts } = opportunity
  const params = { id: String(id) }
  const navigate = useNavigate()
  const { start } = useExport()
  const answers = Object.values(counts).reduce((sum, each) => sum + each, 0)
  return (
    <PublicationActions<'close' | 'reopen'>
      record={opportunity}
      noun="opportunity"
      move={useMove(id)}
      remove={useDelete(id)}
      own={{
        close: {
          button: 'Close…',
          title: 'Close this opportunity?',
          action: 'Close it',
          done: 'It takes no more answers.',
        },
        reopen: {
          button: 'Reopen…',
          title: 'Reopen this opportunity?',
          action: 'Reopen it',
          done: 'It takes answers again.',
        },
      }}
      renderConsequences={(asked) => <Consequences asked={asked} opportunity={opportunity} />}
      renderEdit={(props) => <Link to="/champion_signups/opportunities/$id/edit" params={params} {...props} />}
      canDelete={state === 'draft' && answers === 0}
      onDeleted={() => void navigate({ to: '/champion_signups/opportunities' })}
      onCopy={() => void navigate({ to: '/champion_signups/opportunities/new', search: { copy: id } })}
      items={
        answers > 0 && (
          <Menu.Item
            onClick={() => start({ url: `${opportunityUrl(id)}/responses.csv`, noun: ['answer', 'answers'] })}
            leftSection={<IconDownload size={16} stroke={1.6} aria-hidden />}
          >
            Download all answers (CSV)
          </Menu.Item>
        )
      }
    />
  )
}

type Asked = 'publish' | 'unpublish' | 'close' | 'reopen' | 'delete'

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

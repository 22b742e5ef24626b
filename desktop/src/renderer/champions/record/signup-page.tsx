import type { SignupPage as PageData, SignupRecord } from '@alumni/shared/champions/staff-page'
import { Button } from '@mantine/core'
import {
  IconArrowsJoin,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconEraser,
  IconLink,
  IconMail,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { FailedPage, FailedSection, isRefused } from '../../domain/session/failed-page.tsx'
import { BlockSkeletons } from '../../ui/page-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { RequireRole } from '../../domain/session/require-role.tsx'
import { StateWord, type Tone } from '../../ui/state-word.tsx'
import { When } from '../../ui/words/when.tsx'
import { AccessCard } from './access-card.tsx'
import { AlumnusCard } from './alumnus-card.tsx'
import { AnswersCard } from './answers-card.tsx'
import { ConsentCard } from './consent-card.tsx'
import { DeleteModal } from './delete-modal.tsx'
import { EventsCard } from './events-card.tsx'
import { GoneBanner } from './gone-banner.tsx'
import { LetterModal } from './letter-modal.tsx'
import { LettersCard } from './letters-card.tsx'
import { NotesCard } from './notes-card.tsx'
import { OpportunitiesCard } from './opportunities-card.tsx'
import { signupQuery } from './queries.ts'
import { Timeline } from './timeline.tsx'
import classes from './signup-page.module.css'

export const SignupPage = () => (
  <RequireRole role="staff">
    <OneSignup />
  </RequireRole>
)

/** Everything that is known of one champion signup, and what staff do with it. */
function OneSignup() {
  const { id } = useParams({ from: '/shell/champion_signups/$id' })
  const query = useQuery(signupQuery(id))
  const page = query.data
  if (!page && isRefused(query.error)) return <FailedPage error={query.error} />
  return (
    <Page
      title={page ? titleOf(page.signup) : 'Champion signup'}
      mark={page && <Standing signup={page.signup} />}
      about={page ? <Facts signup={page.signup} /> : query.isPending && 'Loading…'}
      actions={page?.signup.standing === 'active' && <Actions page={page} />}
    >
      {query.error && !page && <FailedSection error={query.error} onRetry={query.refetch} />}
      {query.isPending && <BlockSkeletons blocks={3} height={180} />}
      {page && <Records key={page.signup.id} page={page} />}
    </Page>
  )
}

function titleOf({ name, standing, id }: SignupRecord): string {
  return standing === 'erased' ? `Erased signup ${id}` : name || 'No name given'
}

const standings = {
  started: { word: 'Started', tone: 'warn', icon: IconCircleDashed },
  completed: { word: 'Completed, not linked', tone: 'accent', icon: IconCircleCheck },
  linked: { word: 'Linked', tone: 'good', icon: IconLink },
  deleted: { word: 'Deleted', tone: 'bad', icon: IconCircleX },
  erased: { word: 'Erased', tone: 'plain', icon: IconEraser },
  merged: { word: 'Merged into another', tone: 'plain', icon: IconArrowsJoin },
} as const satisfies Record<string, { word: string; tone: Tone; icon: typeof IconLink }>

function Standing({ signup: { standing, status } }: { signup: SignupRecord }) {
  const { word, tone, icon } = standings[standing === 'active' ? status : standing]
  return (
    <StateWord tone={tone} icon={icon}>
      {word}
    </StateWord>
  )
}

function Facts({ signup: { email, created_at, id } }: { signup: SignupRecord }) {
  return (
    <>
      {email && `${email} · `}Signed up <When at={created_at} /> · Signup {id}
    </>
  )
}

const maxCompared = 5

/** The main actions, in the order in which they are wanted. */
function Actions({ page }: { page: PageData }) {
  const [open, setOpen] = useState<'letter' | 'delete' | null>(null)
  const close = () => setOpen(null)
  const ids = [page.signup.id, ...page.same_alumnus.map(({ id }) => id)].slice(0, maxCompared)
  return (
    <>
      <Button leftSection={<IconMail size={16} stroke={1.6} aria-hidden />} onClick={() => setOpen('letter')}>
        Write a letter
      </Button>
      <Button
        variant="default"
        leftSection={<IconArrowsJoin size={16} stroke={1.6} aria-hidden />}
        renderRoot={(props) => (
          <Link to={'/champion_signups/duplicates' as never} search={{ ids: ids.join(',') } as never} {...props} />
        )}
      >
        Compare and merge
      </Button>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} stroke={1.6} aria-hidden />}
        onClick={() => setOpen('delete')}
      >
        Delete
      </Button>
      <LetterModal page={page} isOpen={open === 'letter'} onClose={close} />
      <DeleteModal page={page} isOpen={open === 'delete'} onClose={close} />
    </>
  )
}

function Records({ page }: { page: PageData }) {
  return (
    <>
      <GoneBanner page={page} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <AlumnusCard page={page} />
          <AnswersCard page={page} />
          <ConsentCard signup={page.signup} />
          <AccessCard page={page} />
        </div>
        <div className={classes.column}>
          <NotesCard page={page} />
          <LettersCard letters={page.letters} />
          <OpportunitiesCard page={page} />
          <EventsCard page={page} />
        </div>
        <Timeline page={page} />
      </div>
    </>
  )
}

import { type SignupPage as PageData, type SignupRecord, restorableDays } from '@alumni/shared/champions/staff-page'
import { Stack } from '@mantine/core'
import {
  IconArrowsJoin,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconEraser,
  IconLink,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import type { SignupsPage as ListPage } from '@alumni/shared/champions/staff-list'
import type { AskOfPerson } from '@alumni/shared/publications/asks'
import { describeOptOuts } from '@alumni/shared/publications/list-letters'
import { occupyingStatuses } from '@alumni/shared/publications/opportunities'
import { LastAsk, findLastAsk, useAsks } from '../../domain/asks/last-ask.tsx'
import { HeaderFacts } from '../../domain/people/header-facts.tsx'
import { LastNote, NotesCard, WriteNoteButton } from '../../domain/people/notes.tsx'
import { useCachedRow } from '../../domain/searches/use-cached-row.ts'
import { useRecordOrigin } from '../../domain/searches/list-origin.ts'
import { WriteLetterButton } from '../../domain/letters/start-letter.tsx'
import { Neighbors } from '../../domain/searches/neighbors.tsx'
import { ResourcePage } from '../../domain/session/resource-page.tsx'
import { RoleGuard } from '../../domain/session/role-guard.tsx'
import { StateBadge, type StateLabel } from '../../ui/state-badge.tsx'
import { RelativeTime } from '../../ui/format/times.tsx'
import { AccessCard, hasAccess } from './access-card.tsx'
import { AlumnusCard, focusCandidates } from './alumnus-card.tsx'
import { AnswersCard } from './answers-card.tsx'
import { EventsCard, LettersCard, OpportunitiesCard } from './activity-cards.tsx'
import { InactiveBanner } from './inactive-banner.tsx'
import { signupQuery, signupUrl } from './queries.ts'
import { SignupTimeline } from './timeline.tsx'
import { formatDay } from '../../ui/format/days.ts'
import { formatCount } from '../../ui/format/numbers.ts'
import { SignupActionButton } from './signup-action-button.tsx'
import { Card, Facts, NothingOnFile } from '../../ui/page/card.tsx'
import { Breakable } from '../../ui/format/breakable.tsx'
import classes from './signup-page.module.css'
import { Button, LinkButton } from '../../ui/button.tsx'

export const SignupPage = () => (
  <RoleGuard role="staff">
    <SignupRecordPage />
  </RoleGuard>
)

function SignupRecordPage() {
  const { id } = useParams({ from: '/shell/champion_signups/$id' })
  const query = useQuery(signupQuery(id))
  const page = query.data
  const row = useCachedRow(
    ['champion_signups', 'page'],
    (found: ListPage) => found.signups,
    (listed) => String(listed.id) === id,
  )
  const asks = useAsks(page?.alumnus?.buid, true)
  const list = useRecordOrigin()
  const navigate = useNavigate()
  return (
    <ResourcePage
      query={query}
      height={180}
      isRecord
      title={page ? formatTitle(page.signup) : row?.name || 'Champion signup'}
      badge={page && <SignupState signup={page.signup} />}
      about={
        page ? (
          <SignupFacts page={page} lastAsk={findLastAsk(asks.data)} />
        ) : (
          query.isPending && (row?.email ?? 'Loading…')
        )
      }
      toolbar={
        list && (
          <Neighbors
            list={list}
            record={id}
            noun="signup"
            pageQuery={signupQuery}
            onOpen={(to, list) =>
              void navigate({ to: '/champion_signups/$id', params: { id: to }, state: { list }, replace: true })
            }
          />
        )
      }
      actions={page && page.signup.condition !== 'erased' && <SignupActions page={page} />}
    >
      {(loaded) => <SignupCards key={loaded.signup.id} page={loaded} />}
    </ResourcePage>
  )
}

function formatTitle({ name, condition, id }: SignupRecord): string {
  return condition === 'erased' ? `Erased signup ${id}` : name || 'No name given'
}

const stateLabels = {
  started: { label: 'Started', tone: 'warn', icon: IconCircleDashed },
  completed: { label: 'Completed, not linked', tone: 'accent', icon: IconCircleCheck },
  linked: { label: 'Linked', tone: 'good', icon: IconLink },
  deleted: { label: 'Deleted', tone: 'bad', icon: IconCircleX },
  erased: { label: 'Erased', tone: 'plain', icon: IconEraser },
  merged: { label: 'Merged into another', tone: 'plain', icon: IconArrowsJoin },
} as const satisfies Record<string, StateLabel>

function SignupState({ signup: { condition, status } }: { signup: SignupRecord }) {
  const { label, tone, icon } = stateLabels[condition === 'active' ? status : condition]
  return (
    <StateBadge tone={tone} icon={icon}>
      {label}
    </StateBadge>
  )
}

function SignupFacts({ page, lastAsk }: { page: PageData; lastAsk: AskOfPerson | undefined }) {
  const {
    signup: { created_at, id },
    notes: [note],
  } = page
  return (
    <>
      Signed up <RelativeTime time={created_at} /> · Signup {id}
      {(note || lastAsk) && (
        <HeaderFacts
          facts={[
            ['Last note', note && <LastNote key="note" note={note} />],
            ['Last ask', lastAsk && <LastAsk key="ask" ask={lastAsk} />],
          ]}
        />
      )}
    </>
  )
}

const maxCompared = 5

function SignupActions({ page }: { page: PageData }) {
  const ids = [page.signup.id, ...page.same_alumnus.map(({ id }) => id)].slice(0, maxCompared)
  const addNote = <WriteNoteButton url={signupUrl(page.signup.id)} />
  if (page.signup.condition !== 'active') return addNote
  return (
    <>
      {!page.alumnus && (
        <Button icon={IconLink} onClick={focusCandidates}>
          Link to an alumnus
        </Button>
      )}
      <WriteLetterButton
        variant={page.alumnus ? 'filled' : 'default'}
        list={{ from: 'signup', id: page.signup.id }}
        people={1}
        label="Write a letter"
      />
      {addNote}
      <LinkButton
        variant="default"
        icon={IconArrowsJoin}
        to="/champion_signups/duplicates"
        search={{ ids: ids.join(',') }}
      >
        Compare and merge
      </LinkButton>
      <DeleteButton page={page} />
    </>
  )
}

function SignupCards({ page }: { page: PageData }) {
  const { signup, alumnus, notes, letters, sent_letters, responses, rsvps, communities } = page
  return (
    <>
      <InactiveBanner page={page} />
      <div className={classes.columns}>
        <div className={classes.column}>
          <AlumnusCard page={page} />
          <AnswersCard page={page} />
        </div>
        <div className={classes.column}>
          <NotesCard url={signupUrl(signup.id)} notes={notes} />
          <LettersCard page={page} />
          <OpportunitiesCard page={page} />
          <EventsCard page={page} />
          <ConsentCard page={page} />
          <AccessCard page={page} />
          <NothingOnFile
            names={[
              !alumnus && signup.condition !== 'active' && 'a link to an alumnus',
              notes.length === 0 && 'notes',
              letters.length + sent_letters.length === 0 && 'letters',
              responses.length === 0 && 'offers to help',
              rsvps.length + communities.length === 0 && 'events',
              !hasAccess(page) && 'sign-ins',
            ]}
          />
        </div>
        <SignupTimeline page={page} />
      </div>
    </>
  )
}

function DeleteButton({ page }: { page: PageData }) {
  const { signup, do_not_write_reason, rsvps, responses, communities, devices, sessions } = page
  const name = signup.name || signup.email
  const comingEvents = rsvps.filter(
    ({ status, starts_at }) => (status === 'going' || status === 'waiting') && Date.parse(starts_at) > Date.now(),
  ).length
  const offers = responses.filter(({ status }) => [...occupyingStatuses, 'waiting'].includes(status)).length
  const lostCommitments = [
    comingEvents > 0 && `${formatCount(comingEvents, ['place', 'places'])} at events to come`,
    offers > 0 && `${formatCount(offers, ['offer', 'offers'])} to help`,
  ].filter(Boolean)
  return (
    <SignupActionButton
      icon={IconTrash}
      signup={signup.id}
      action={{ method: 'DELETE' }}
      successNotice={() => `The signup of ${name} is deleted.`}
      confirmation={{
        title: `Delete the signup of ${name}?`,
        confirm: 'Delete the signup',
        isDangerous: true,
        body: (
          <>
            <Stack component="ul" gap={4} pl={18}>
              <li>
                They are signed out everywhere
                {sessions > 0 && `, now in ${formatCount(sessions, ['browser', 'browsers'])}`}.
                {devices.length > 0 && ` ${formatCount(devices.length, ['device is', 'devices are'])} forgotten.`}
                {signup.google_linked_at && ' Their Google account is no longer linked.'}
              </li>
              {lostCommitments.length > 0 && (
                <li>Their {lostCommitments.join(' and ')} go to those who wait, who get an e-mail.</li>
              )}
              {communities.length > 0 && (
                <li>They leave {formatCount(communities.length, ['community', 'communities'])}.</li>
              )}
              <li>
                {do_not_write_reason === 'deceased' ? (
                  'No letter is sent.'
                ) : (
                  <>
                    They get a letter, at <Breakable text={signup.email} />.
                  </>
                )}
              </li>
            </Stack>
            <p className="muted">It can be restored for {restorableDays} days. Then its personal data is erased.</p>
          </>
        ),
      }}
    >
      Delete
    </SignupActionButton>
  )
}

function ConsentCard({ page: { signup, opted_out } }: { page: PageData }) {
  const { privacy_policy_version, consented_at, completed_at, wants_reminders } = signup
  return (
    <Card title="Consent">
      <Facts
        facts={[
          ['Completed', completed_at ? <RelativeTime key="at" time={completed_at} /> : null],
          [
            'Privacy policy',
            privacy_policy_version
              ? `Agreed to the version of ${formatDay(privacy_policy_version)}`
              : 'No agreement is on record: the signup is older than the policy.',
          ],
          ['Agreed', consented_at ? <RelativeTime key="at" time={consented_at} /> : null],
          ['Letters to lists', describeOptOuts(opted_out) ?? 'Wants them'],
          ['Reminders', wants_reminders ? 'Wants reminders of events' : 'Wants no reminders'],
        ]}
      />
    </Card>
  )
}

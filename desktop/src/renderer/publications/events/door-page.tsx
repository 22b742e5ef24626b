import type { DoorGuest, DoorPage as PageData } from '@alumni/shared/publications/door'
import { Button, TextInput } from '@mantine/core'
import { IconArrowLeft, IconCircleCheck, IconCloudOff, IconCloudUp, IconSearch, IconWifi } from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { FailedPage } from '../../domain/session/failed-page.tsx'
import { Alert } from '../../ui/alert.tsx'
import { PageSkeleton } from '../../ui/page-skeleton.tsx'
import { usePageTitle } from '../../ui/page.tsx'
import { StateWord } from '../../ui/state-word.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { formatClock } from '../../domain/publications/clock.ts'
import classes from './door.module.css'
import { events, rsvpWords } from './kind.ts'
import { isRefusal, useDoor } from './use-door.ts'

/** An event's list at its door: found by a few letters and checked in by a tap, with or without a network. */
export function DoorPage() {
  const { id } = useParams({ strict: false }) as { id: string }
  const door = useDoor(Number(id))
  const { data, error, refetch } = door.query
  if (data && !isRefusal(error)) return <Door {...door} page={data} isOffline={error !== null} />
  return (
    <main className={classes.page}>{error ? <FailedPage error={error} onRetry={refetch} /> : <PageSkeleton />}</main>
  )
}

type DoorProps = Pick<ReturnType<typeof useDoor>, 'guests' | 'mark' | 'waiting'> & {
  page: PageData
  isOffline: boolean
}

function Door({ page: { event }, guests, mark, waiting, isOffline }: DoorProps) {
  const heading = usePageTitle(event.title)
  const [typed, setTyped] = useState('')
  const found = guests.filter(({ name }) => matches(name, typed))
  const [last, setLast] = useState<DoorGuest | null>(null)
  const here = guests.filter(({ status }) => status === 'attended').length
  function tap(guest: DoorGuest) {
    const isHere = guest.status === 'attended'
    mark(guest, isHere ? 'going' : 'attended')
    setLast(isHere ? null : guest)
  }
  const isOpen = Date.parse(event.opens_at) <= Date.now() && !event.is_cancelled
  return (
    <main className={classes.page}>
      <header className={classes.head}>
        <Link to={`${events.home}/${event.id}` as never} className={classes.back}>
          <IconArrowLeft size={18} stroke={1.8} aria-hidden /> The event
        </Link>
        <h1 ref={heading} tabIndex={-1}>
          {event.title}
        </h1>
        <p className={classes.facts}>
          <strong>
            {count(here)} of {countOf(guests.length, ['person', 'people'])} checked in
          </strong>
          <Network waiting={waiting} isOffline={isOffline} />
        </p>
        <TextInput
          type="search"
          size="md"
          aria-label="Search the list by name"
          placeholder="Name"
          leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <div className={classes.last} role="status">
          {last && (
            <>
              <span>{last.name} is checked in.</span>
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => {
                  mark(last, 'going')
                  setLast(null)
                }}
              >
                Undo
              </Button>
            </>
          )}
        </div>
      </header>
      {!isOpen && <NotOpen event={event} />}
      {found.length === 0 ? (
        <p className={`muted ${classes.none}`}>
          {guests.length === 0 ? 'Nobody has answered yet.' : 'Nobody on the list has this name.'}
        </p>
      ) : (
        <ul className={`list ${classes.guests}`} aria-label="Guests">
          {found.map((guest) => (
            <Guest key={guest.id} guest={guest} isOpen={isOpen} onTap={() => tap(guest)} />
          ))}
        </ul>
      )}
    </main>
  )
}

function Network({ waiting, isOffline }: { waiting: number; isOffline: boolean }) {
  if (waiting > 0)
    return (
      <StateWord icon={IconCloudUp} tone="warn">
        {countOf(waiting, ['tap waits', 'taps wait'])} for the network
      </StateWord>
    )
  return isOffline ? (
    <StateWord icon={IconCloudOff} tone="warn" word="No network: go on, taps are sent later" />
  ) : (
    <StateWord icon={IconWifi} tone="good" word="All is saved" />
  )
}

function NotOpen({ event: { is_cancelled, opens_at, time_zone } }: Pick<PageData, 'event'>) {
  if (is_cancelled) return <Alert tone="bad">This event was canceled: nobody is checked in.</Alert>
  return <Alert tone="info">People can be checked in from {formatClock(opens_at, time_zone)} on.</Alert>
}

type GuestProps = { guest: DoorGuest; isOpen: boolean; onTap: () => void }

function Guest({ guest: { name, guests, status }, isOpen, onTap }: GuestProps) {
  const isHere = status === 'attended'
  return (
    <li>
      <button type="button" aria-pressed={isHere} disabled={!isOpen} className={classes.guest} onClick={onTap}>
        <span className="lines">
          <strong>{name}</strong>
          {guests > 0 && <span className="fact">With {countOf(guests, ['guest', 'guests'])}</span>}
        </span>
        {isHere ? (
          <StateWord icon={IconCircleCheck} tone="good" word="Checked in" />
        ) : (
          status !== 'going' && <StateWord {...rsvpWords[status]} />
        )}
      </button>
    </li>
  )
}

/** Whether each word begins a part of the name, whatever the accents. */
function matches(name: string, typed: string): boolean {
  const parts = fold(name).split(/[\s-]+/)
  return fold(typed)
    .split(/[\s-]+/)
    .every((word) => parts.some((part) => part.startsWith(word)))
}

function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}

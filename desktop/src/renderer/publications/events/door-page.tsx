import { parseTypedCode, type DoorGuest, type DoorPage as PageData } from '@alumni/shared/publications/door'
import { Box, Group, Stack, Text, TextInput } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowLeft,
  IconCameraOff,
  IconCircleCheck,
  IconCircleX,
  IconCloudOff,
  IconCloudUp,
  IconQrcode,
  IconSearch,
  IconWifi,
} from '@tabler/icons-react'
import { Link, useParams } from '@tanstack/react-router'
import { useState, type FormEvent, type ReactNode } from 'react'
import { FailedPage } from '../../domain/session/failed-page.tsx'
import { Alert } from '../../ui/alert.tsx'
import { PageSkeleton } from '../../ui/page/page-skeleton.tsx'
import { usePageTitle } from '../../ui/page/page.tsx'
import { StateWord } from '../../ui/state-word.tsx'
import { count, countOf } from '../../ui/words/numbers.ts'
import { formatClock } from '../../domain/publications/clock.ts'
import { DoorCamera } from './door-camera.tsx'
import classes from './door.module.css'
import { events, rsvpWords } from './kind.ts'
import { isRefusal, useDoor } from './use-door.ts'
import { checkedIn, verdictOf, type Verdict } from './verdict.ts'
import { Button } from '../../ui/button.tsx'

/**
 * An event's list at its door: people are found by a few letters and checked in by a tap, or by their code, typed or
 * before the camera; with or without a network.
 */
export function DoorPage() {
  const { id } = useParams({ from: '/champion_signups/events/$id/door' })
  const door = useDoor(Number(id))
  const { data, error, refetch } = door.query
  if (data && !isRefusal(error)) return <Door {...door} page={data} isOffline={error !== null} />
  return <DoorFrame>{error ? <FailedPage error={error} onRetry={refetch} /> : <PageSkeleton />}</DoorFrame>
}

function DoorFrame({ children }: { children: ReactNode }) {
  return (
    <Box component="main" maw={640} mih="100dvh" mx="auto" px={16} pb={96}>
      {children}
    </Box>
  )
}

type DoorProps = Pick<ReturnType<typeof useDoor>, 'guests' | 'mark' | 'waiting'> & {
  page: PageData
  isOffline: boolean
}

function Door({ page: { event }, guests, mark, waiting, isOffline }: DoorProps) {
  usePageTitle(event.title)
  const [typed, setTyped] = useState('')
  const code = parseTypedCode(typed)
  const named = guests.filter(({ name }) => matches(name, typed))
  const found = code ? guests.filter((guest) => guest.code === code || named.includes(guest)) : named
  const [verdict, setVerdict] = useState<Shown | null>(null)
  const [isScanning, setScanning] = useState(false)
  const here = guests.filter(({ status }) => status === 'attended').length
  const isOpen = Date.parse(event.opens_at) <= Date.now() && !event.is_cancelled
  function setHere(guest: DoorGuest, isHere: boolean, isLarge: boolean) {
    mark(guest, isHere ? 'attended' : 'going')
    setVerdict(isHere ? { ...checkedIn(guest), isLarge } : null)
  }
  function takeCode(text: string) {
    const verdict = verdictOf({ event, guests }, text)
    if (verdict.guest && verdict.next === 'Undo') setHere(verdict.guest, true, true)
    else setVerdict({ ...verdict, isLarge: true })
  }
  function submit(submitted: FormEvent) {
    submitted.preventDefault()
    if (!isOpen || !code || named.length > 0) return
    takeCode(code)
    setTyped('')
  }
  return (
    <DoorFrame>
      <Stack component="header" className={classes.head} gap={8}>
        <Group
          gap={4}
          mih={24}
          style={{ alignSelf: 'flex-start' }}
          renderRoot={(props: object) => (
            <Link to={`${events.home}/$id`} params={{ id: String(event.id) }} {...props} />
          )}
        >
          <IconArrowLeft size={18} stroke={1.8} aria-hidden /> The event
        </Group>
        <h1 tabIndex={-1}>{event.title}</h1>
        <Group component="p" gap="4px 16px">
          <strong>
            {count(here)} of {countOf(guests.length, ['person', 'people'])} checked in
          </strong>
          <Network waiting={waiting} isOffline={isOffline} />
        </Group>
        <Group component="form" gap={8} wrap="nowrap" onSubmit={submit}>
          <TextInput
            type="search"
            size="md"
            aria-label="Search by name or code"
            placeholder="Name or code"
            enterKeyHint="go"
            autoComplete="off"
            leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
            flex={1}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <CameraButton isOn={isScanning} isDisabled={!isOpen} onClick={() => setScanning(!isScanning)} />
        </Group>
        {isScanning && <DoorCamera onRead={takeCode} />}
        <VerdictBox verdict={verdict} onNext={(guest, { next, isLarge }) => setHere(guest, next !== 'Undo', isLarge)} />
      </Stack>
      {!isOpen && <NotOpen event={event} />}
      <Guests
        found={found}
        isAnyone={guests.length > 0}
        isOpen={isOpen}
        onTap={(guest, isHere) => setHere(guest, isHere, false)}
      />
    </DoorFrame>
  )
}

/** Large is what came of a code: whoever holds the phone has looked at the person. */
type Shown = Verdict & { isLarge: boolean }
const pictures = { good: IconCircleCheck, warn: IconAlertTriangle, bad: IconCircleX }
type VerdictBoxProps = { verdict: Shown | null; onNext: (guest: DoorGuest, verdict: Shown) => void }

function VerdictBox({ verdict, onNext }: VerdictBoxProps) {
  const { guest, isLarge, tone = 'good' } = verdict ?? {}
  const Picture = pictures[tone]
  return (
    <div className={classes.verdict} role="status" data-tone={tone} data-large={isLarge}>
      {verdict && isLarge && <Picture size={44} stroke={1.8} aria-hidden />}
      {verdict && <span>{verdict.sentence}</span>}
      {verdict && guest && (
        <Button variant="default" size={isLarge ? 'md' : 'compact-sm'} onClick={() => onNext(guest, verdict)}>
          {verdict.next}
        </Button>
      )}
    </div>
  )
}

type CameraButtonProps = { isOn: boolean; isDisabled: boolean; onClick: () => void }

function CameraButton({ isOn, isDisabled, onClick }: CameraButtonProps) {
  const Picture = isOn ? IconCameraOff : IconQrcode
  return (
    <Button variant="default" size="md" disabled={isDisabled} icon={Picture} onClick={onClick}>
      {isOn ? 'Stop' : 'Scan'}
    </Button>
  )
}

function Network({ waiting, isOffline }: { waiting: number; isOffline: boolean }) {
  if (waiting > 0)
    return (
      <StateWord icon={IconCloudUp} tone="warn">
        {countOf(waiting, ['check-in waits', 'check-ins wait'])} for the network
      </StateWord>
    )
  return isOffline ? (
    <StateWord icon={IconCloudOff} tone="warn" word="No network. Keep going; check-ins are sent later." />
  ) : (
    <StateWord icon={IconWifi} tone="good" word="All is saved" />
  )
}

function NotOpen({ event: { is_cancelled, opens_at, time_zone } }: Pick<PageData, 'event'>) {
  if (is_cancelled) return <Alert tone="bad">This event was canceled, so no one can be checked in.</Alert>
  return <Alert tone="info">Check-in opens {formatClock(opens_at, time_zone)}.</Alert>
}

type GuestsProps = {
  found: readonly DoorGuest[]
  isAnyone: boolean
  isOpen: boolean
  onTap: (guest: DoorGuest, isHere: boolean) => void
}

function Guests({ found, isAnyone, isOpen, onTap }: GuestsProps) {
  if (found.length === 0)
    return (
      <Text c="dimmed" py={24}>
        {isAnyone ? 'No one on the list has this name or code.' : 'No one has answered yet.'}
      </Text>
    )
  return (
    <ul className="list ruled" aria-label="Guests">
      {found.map((guest) => (
        <Guest key={guest.id} guest={guest} isOpen={isOpen} onTap={() => onTap(guest, guest.status !== 'attended')} />
      ))}
    </ul>
  )
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
